/** The number of a contract on the wire, a forexContractNo: digits that a bigint holds. */
export const CONTRACT_NO = /^[1-9][0-9]{0,17}$/
