/**
 * A contract number in the API, forexContractNo: at most 18 digits, which fit in a bigint column.
 */
export const CONTRACT_NO = /^[1-9][0-9]{0,17}$/
