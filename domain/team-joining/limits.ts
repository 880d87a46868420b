/** We count open requests up to this number. The screen shows "10+" from there on. */
export const maxRequestsCounted = 10
