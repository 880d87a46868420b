export const organizationPath = (id: string) => `/organization/${encodeURIComponent(id)}`
