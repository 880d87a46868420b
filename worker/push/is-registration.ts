/** Registrations have the shape of other messaging services, whose clients read the token and `error.message`. */
export const isPushRegistration = (path: string): boolean => path.startsWith('/api/push/registrations')
