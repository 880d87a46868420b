/** The full URL of a profile, to share it outside of the app. */
export const profileUrl = (userId: string) => `${location.origin}/profile/${userId}`
