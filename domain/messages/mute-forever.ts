/** The last instant that a date can have. */
export const muteForever = 8_640_000_000_000_000
