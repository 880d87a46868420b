/** The whole address of a profile, for whoever is sent there from outside. */
export const profileUrl = (userId: string) => `${location.origin}/profile/${userId}`
