import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { can } from '../../../domain/access/can.ts'
import { duesPath } from '../../../domain/dues/paths.ts'
import { formsPath, newFormPath } from '../../../domain/forms/paths.ts'
import { ledgerPath } from '../../../domain/ledger/paths.ts'
import { teamMembershipsPath } from '../../../domain/memberships/paths.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { ApiError } from '../../api.ts'
import { DomainSection } from '../../hostnames/domain-section.tsx'
import { TeamOrganizations } from '../../organizations/team-organizations.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import NoTeamPage from '../no-team-page.tsx'
import { teamDetail } from '../queries.ts'
import { DeleteSection } from './delete-section.tsx'
import { EditTeamForm } from './edit-team-form.tsx'
import { teamForm } from './manage-queries.ts'
import { RolesSection } from './roles-section.tsx'
import { TopicsSection } from './topics-section.tsx'
import { WhoMay } from './who-may.tsx'

/** The page `team/:id/edit`. */
export default function EditTeamPage() {
  const { id = '' } = useParams()
  // The form must start with the current values, not with an older copy.
  const form = useQuery(teamForm(id))
  const detail = useQuery(teamDetail(id))
  const { data: team } = detail
  useTitle(form.data ? `Edit ${form.data.name}` : null)
  if (team === null) return <NoTeamPage />
  // For people outside of the community, the form is missing, but not the community.
  const refusal = form.error instanceof ApiError ? form.error.code : null
  if (refusal === 'NotAllowed' || (refusal === 'TeamNotFound' && team)) return <NotAllowed id={id} />
  if (refusal === 'TeamNotFound' && detail.isPending) return <EditLoading />
  if (!form.data || !team || !(form.isFetchedAfterMount || !form.isFetching)) {
    return form.error ? <PageError error={form.error} onRetry={() => void form.refetch()} isRetrying={form.isFetching} /> : <EditLoading />
  }
  return (
    <div className={pageFrame('wide', 'pt-4 sm:pt-9')}>
      <EditTeamForm key={id} id={id} form={form.data} />
      <TopicsSection id={id} activity={form.data.activity} />
      {can(team, 'organizations.join') && <TeamOrganizations teamId={id} />}
      {can(team, 'forms.manage') && (
        <Section title="Forms" intro="Registrations, waivers, tryouts and payments, with your own questions.">
          <div className="flex flex-wrap gap-2.5">
            <LinkButton to={newFormPath(id)}>Start a form</LinkButton>
            <LinkButton to={formsPath}>Your forms</LinkButton>
          </div>
        </Section>
      )}
      {can(team, 'billing.manage') && (
        <Section title="Dues" intro="What every member pays by a day, such as a season fee.">
          <LinkButton to={duesPath(id)} className="justify-self-start">
            Collect dues
          </LinkButton>
        </Section>
      )}
      {can(team, 'billing.manage') && (
        <Section title="Memberships" intro="What people pay each month or year for the member price of your games.">
          <LinkButton to={teamMembershipsPath(id)} className="justify-self-start">
            Manage memberships
          </LinkButton>
        </Section>
      )}
      {can(team, 'billing.manage') && (
        <Section title="Books" intro="What the games of this community have brought, month by month.">
          <LinkButton to={ledgerPath(id)} className="justify-self-start">
            Open the books
          </LinkButton>
        </Section>
      )}
      {can(team, 'roles.manage') && <RolesSection teamId={id} />}
      {can(team, 'domain.manage') && <DomainSection teamId={id} />}
      {can(team, 'audit.view') && (
        <Section title="Changes" intro="Who changed people, roles or this page, for the last 400 days.">
          <LinkButton to={`${teamPath(id)}/changes`} className="justify-self-start">
            See who changed what
          </LinkButton>
        </Section>
      )}
      <DeleteSection id={id} name={form.data.name} mayDelete={can(team, 'team.delete')} />
    </div>
  )
}

function NotAllowed({ id }: { id: string }) {
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-10')}>
      <h1>Edit community</h1>
      <WhoMay teamId={id} capability="team.edit" action="edit this community" />
      <LinkButton to={teamPath(id)}>Back to the community</LinkButton>
    </div>
  )
}

function EditLoading() {
  return (
    <Loading label="Loading the community" className={pageFrame('wide', 'pt-4 sm:pt-9')}>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Section title="Name and description">
        <Skeleton className="h-11.5" />
        <Skeleton className="h-28" />
      </Section>
      <Section title="Photo and colors">
        <Skeleton className="h-28 sm:h-55" />
      </Section>
    </Loading>
  )
}
