// Stands in for what the form library would bring and the page has no use for: a validator that
// makes code at run time, which the page forbids, and a reader of Markdown.
export default undefined
export const Markdown = () => null
