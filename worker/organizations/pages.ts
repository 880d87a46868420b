import * as v from 'valibot'
import { organizationChildNames, readOrganizationChild } from '../../domain/organizations/children.ts'
import { type Organization, OrganizationId } from '../../domain/organizations/contract.ts'
import { organizationKey } from '../../domain/organizations/keys.ts'
import { organizationPath } from '../../domain/organizations/paths.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { describeOrganizationPicture } from './picture-words.ts'
import { findOrganization } from './queries.ts'

const notFound: PageContent = { status: 404, title: 'Organization not found', description: 'This organization does not exist.' }

const describeOrganization = ({ name, description, teams }: Organization) => {
  const names = teams.filter(({ state }) => state === 'belongs').map((team) => team.name)
  const shown = new Intl.ListFormat('en-US').format(names.slice(0, 3))
  return description || (names.length > 0 ? `${name}: ${shown}, their games and their people.` : `The communities of ${name}.`)
}

/** The page of an organization, and each of its children. The address of an unknown child shows the front page. */
export async function organizationPage(c: AppContext): Promise<PageContent> {
  const params = v.safeParse(OrganizationId, { id: c.req.param('id') })
  if (!params.success) return notFound
  const { id } = params.output
  const organization = await findOrganization(c.var.db, (await c.var.viewer())?.id ?? null, id)
  const queries = [inlineAnswer(organizationKey(id), organization)]
  if (!organization) return { ...notFound, queries }
  const path = organizationPath(id)
  const child = readOrganizationChild(new URL(c.req.url).pathname.slice(path.length + 1))
  const photo = organization.teams.find((team) => team.state === 'belongs' && team.photo !== null)?.photo
  return {
    title: child === 'teams' ? organization.name : `${organizationChildNames[child]} · ${organization.name}`,
    description: describeOrganization(organization),
    canonical: child === 'teams' ? path : `${path}/${child}`,
    image: photo ? photoUrl(photo, 1280) : picturePath('organizations', id, describeOrganizationPicture(organization)),
    queries,
  }
}
