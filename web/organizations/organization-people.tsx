import { useQuery } from '@tanstack/react-query'
import type { Organization, OrganizationPerson } from '../../domain/organizations/contract.ts'
import { teamRoleNames } from '../../domain/teams/contract.ts'
import { useViewer } from '../app-state.ts'
import { PeopleLoading, PersonRow } from '../connections/person-row.tsx'
import { useSignInLinks } from '../shell/use-sign-in-links.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { organizationPeople } from './queries.ts'

const describeParts = ({ isOwner, teams }: OrganizationPerson) =>
  [isOwner && 'Runs the organization', ...teams.map(({ name, role }) => `${teamRoleNames[role]} of ${name}`)].filter(Boolean).join(' · ')

/** Who runs the organization and its communities, for people who are signed in. */
export function OrganizationPeople({ organization: { id } }: { organization: Organization }) {
  const viewer = useViewer()
  const links = useSignInLinks()
  const { data: people, error, refetch, isFetching } = useQuery({ ...organizationPeople(id), enabled: viewer !== null })
  return (
    <section aria-labelledby="organization-people" className="grid gap-3">
      <h2 id="organization-people" className="text-title">
        People
      </h2>
      {!viewer ? (
        <EmptyState
          title="Log in to see who runs it"
          hasBeans={false}
          className="py-4"
          {...(links && { action: <LinkButton to={links.login}>Log in</LinkButton> })}
        />
      ) : !people ? (
        error ? (
          <ErrorNotice title="We could not load the people" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <PeopleLoading />
        )
      ) : people.length === 0 ? (
        <EmptyState title="Nobody to show" hasBeans={false} className="py-4">
          Organizers who share their games with others are listed here.
        </EmptyState>
      ) : (
        <ul aria-label="People" className="border-t border-line">
          {people.map((one) => (
            <PersonRow key={one.person.id} person={one.person} note={describeParts(one)} />
          ))}
        </ul>
      )}
    </section>
  )
}
