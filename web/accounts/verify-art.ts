export const verifyArt = { activity: 'volleyball', seed: 'first-set' } as const
