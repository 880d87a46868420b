import { useMutation, useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { FoundOrganization, OrganizationOfTeam } from '../../domain/organizations/contract.ts'
import { organizationPath } from '../../domain/organizations/paths.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { agreeingToLink, endingLink, minSearchLength, organizationsByName, organizationsOfTeam } from './queries.ts'

const searchDelayMs = 150

/** The organizations of a community, for its owner and organizers: they ask to be part of one, answer one that asks, or leave. */
export function TeamOrganizations({ teamId }: { teamId: string }) {
  const { data: organizations, error, refetch, isFetching } = useQuery(organizationsOfTeam(teamId))
  const list = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(list, organizations?.length ?? 0)
  return (
    <Section title="Organizations" intro="An organization shows several communities on one page, such as a club or a league.">
      <div ref={list} tabIndex={-1} className="outline-none">
        {organizations ? (
          organizations.length > 0 && (
            <ul aria-label="Organizations" className="border-b border-line">
              {organizations.map((organization) => (
                <OrganizationRow key={organization.id} teamId={teamId} organization={organization} />
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorNotice title="We could not load the organizations" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the organizations">
            <Skeleton className="h-12" />
          </Loading>
        )}
      </div>
      {organizations && <AskOrganization teamId={teamId} excludedIds={organizations.map(({ id }) => id)} />}
    </Section>
  )
}

const notes: Record<OrganizationOfTeam['state'], string> = {
  belongs: 'This community is part of it',
  organizationMustAgree: 'Asked, no answer yet',
  teamMustAgree: 'Asks this community to be part of it',
}
const endLabels: Record<OrganizationOfTeam['state'], string> = {
  belongs: 'Leave',
  organizationMustAgree: 'Take back',
  teamMustAgree: 'Decline',
}

function OrganizationRow({ teamId, organization: { id, name, state } }: { teamId: string; organization: OrganizationOfTeam }) {
  const agree = useMutation(agreeingToLink)
  const end = useMutation(endingLink)
  const isBusy = agree.isPending || end.isPending
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <span className="grid min-w-[min(13rem,100%)] flex-1">
        <Link to={organizationPath(id)} className="font-strong wrap-anywhere hover:text-court">
          {name}
        </Link>
        <span className="text-small text-soft">{notes[state]}</span>
      </span>
      <span className="flex gap-2.5">
        <Button size="small" disabled={isBusy} aria-label={`${endLabels[state]}: ${name}`} onClick={() => end.mutate({ id, teamId })}>
          {endLabels[state]}
        </Button>
        {state === 'teamMustAgree' && (
          <Button
            size="small"
            variant="primary"
            disabled={isBusy}
            aria-label={`Accept: ${name}`}
            onClick={() => agree.mutate({ id, teamId })}
          >
            Accept
          </Button>
        )}
      </span>
    </li>
  )
}

const formatTeams = (count: number) => (count === 1 ? '1 community' : `${count} communities`)

/** A field to find an organization by its name. The one that is picked is shown before it is asked. */
function AskOrganization({ teamId, excludedIds }: { teamId: string; excludedIds: readonly string[] }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<FoundOrganization | null>(null)
  const search = useDebounced(text, searchDelayMs)
  const { data, isFetching, error } = useQuery(organizationsByName(search))
  const agree = useMutation(agreeingToLink)
  const isLongEnough = text.trim().length >= minSearchLength
  const found = isLongEnough ? (data ?? []).filter(({ id }) => !excludedIds.includes(id)) : []
  const ask = async ({ id }: FoundOrganization) => {
    await agree.mutateAsync({ id, teamId })
    setPicked(null)
    setText('')
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2.5">
      <LazyComboBox
        className="min-w-[min(16rem,100%)] flex-1"
        label="Ask to be part of an organization"
        placeholder="Search by name"
        description="Whoever runs it decides. Until then only they and your organizers see that you asked."
        icon={Building2}
        items={found}
        getKey={({ id }) => id}
        getText={({ name }) => name}
        renderItem={({ name, teams }) => (
          <span className="grid min-w-0">
            <span className="truncate font-medium">{name}</span>
            <span className="text-small text-soft">{formatTeams(teams)}</span>
          </span>
        )}
        inputValue={text}
        onInputChange={setText}
        onPick={setPicked}
        isLoading={isLongEnough && (isFetching || search !== text)}
        emptyText={isLongEnough ? 'We found no other organization with this name.' : 'Type at least two letters.'}
        error={error ? readError(error).message : undefined}
      />
      <Button
        className="mt-[1.7rem] max-[23rem]:mt-0"
        disabled={!picked}
        isPending={agree.isPending}
        onClick={() => {
          if (picked) void ask(picked).catch(() => undefined)
        }}
      >
        Ask
      </Button>
    </div>
  )
}
