/** The pages of an organization. The address of any other one shows its front page. */
export const organizationChildren = ['teams', 'games', 'seasons', 'people', 'about'] as const
export type OrganizationChild = (typeof organizationChildren)[number]

export const readOrganizationChild = (text: string | undefined): OrganizationChild =>
  organizationChildren.find((child) => child === text) ?? 'teams'

export const organizationChildNames: Record<OrganizationChild, string> = {
  teams: 'Communities',
  games: 'Games',
  seasons: 'Seasons',
  people: 'People',
  about: 'About',
}
