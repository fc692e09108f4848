/** Why this page cannot tell what the server will say. */
export class Undecided extends Error {}
