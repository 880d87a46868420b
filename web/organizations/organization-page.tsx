import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { organizationChildNames, organizationChildren, readOrganizationChild } from '../../domain/organizations/children.ts'
import type { Organization } from '../../domain/organizations/contract.ts'
import { organizationPath } from '../../domain/organizations/paths.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { useTitle } from '../shell/use-title.ts'
import { MissingPage } from '../teams/missing-page.tsx'
import { TeamCover } from '../teams/team-head.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { PageTabs } from '../ui/page-tabs.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { OrganizationAbout } from './organization-about.tsx'
import { OrganizationGames } from './organization-games.tsx'
import { OrganizationPeople } from './organization-people.tsx'
import { OrganizationSeasons } from './organization-seasons.tsx'
import { OrganizationTeams } from './organization-teams.tsx'
import { OwnerActions } from './owner-actions.tsx'
import { organizationById } from './queries.ts'

const children = {
  teams: OrganizationTeams,
  games: OrganizationGames,
  seasons: OrganizationSeasons,
  people: OrganizationPeople,
  about: OrganizationAbout,
}

const frameClasses = pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:pt-8')

/** The page `organization/:id` and its children. The address of an unknown child shows the front page. */
export default function OrganizationPage() {
  const { id = '', '*': rest } = useParams()
  const { data: organization, error, isFetching, refetch } = useQuery(organizationById(id))
  const child = readOrganizationChild(rest)
  const name = organization?.name ?? null
  useTitle(
    organization === null ? 'Organization not found' : name && child !== 'teams' ? `${organizationChildNames[child]} · ${name}` : name,
  )
  if (organization === null) return <OrganizationNotFound />
  if (!organization)
    return error ? <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <OrganizationLoading />
  const Child = children[child]
  const path = organizationPath(id)
  return (
    <article key={id} className={frameClasses}>
      <OrganizationHead organization={organization} />
      {organization.isMine && <OwnerActions organization={organization} />}
      <PageTabs
        label="Organization"
        tabs={organizationChildren.map((one) => ({
          label: organizationChildNames[one],
          to: one === 'teams' ? path : `${path}/${one}`,
          isFront: one === 'teams',
        }))}
      />
      <Child organization={organization} />
    </article>
  )
}

/** A picture of one of its communities, or court art, with its name. */
function OrganizationHead({ organization: { id, name, createdAt, teams } }: { organization: Organization }) {
  const belonging = teams.filter(({ state }) => state === 'belongs')
  const shown = belonging.find(({ photo }) => photo !== null) ?? belonging[0]
  const cover = {
    id,
    activity: shown?.activity ?? null,
    photoURL: shown?.photo ? photoUrl(shown.photo, 1280) : null,
    mainColor: shown?.mainColor ?? null,
    secondColor: null,
  }
  const count = belonging.length === 1 ? '1 community' : `${belonging.length} communities`
  return (
    <>
      <TeamCover team={cover} />
      <header className="grid min-w-0 gap-1">
        <p className="text-[0.9375rem] text-soft">
          Organization · {count} · since {new Date(createdAt).getUTCFullYear()}
        </p>
        <h1 className="text-[1.875rem] wrap-anywhere sm:text-hero">{name}</h1>
      </header>
    </>
  )
}

const OrganizationNotFound = () => <MissingPage heading="Organization not found" title="This organization does not exist" />

const OrganizationLoading = () => (
  <Loading label="Loading the organization" className={frameClasses}>
    <Skeleton className="-mx-4.5 h-28 sm:mx-0 sm:h-55" />
    <Skeleton className="h-5 w-64 max-w-full" />
    <Skeleton className="h-10 w-80 max-w-full" />
    <Skeleton className="h-24" />
  </Loading>
)
