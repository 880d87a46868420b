/** The date of the current terms. Change it whenever the meaning of the terms changes: each account stores the version it accepted. */
export const termsVersion = '2026-11-29'

/** The youngest age at which a person may have an account. */
export const minAge = 13
