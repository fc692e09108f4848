// Stands in for a validator that makes code at run time, which the page forbids.
export default undefined
