import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { ClaimHostname, type DnsRecord, type HostnameCheck, type TeamHostname } from '../../domain/hostnames/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { addingDomain, checkingDomain, removingDomain, teamDomain } from './team-domain-queries.ts'

/** The own domain of a community, for its owner. */
export function DomainSection({ teamId }: { teamId: string }) {
  const { data, error, refetch, isFetching } = useQuery(teamDomain(teamId))
  const box = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(box, data?.domain ? 1 : 0)
  return (
    <Section title="Domain" intro="An address of your own that shows this community and its next games.">
      <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
        {data ? (
          <Domain teamId={teamId} data={data} />
        ) : error ? (
          <ErrorNotice title="We could not load the domain" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the domain">
            <Skeleton className="h-11.5" />
          </Loading>
        )}
      </div>
    </Section>
  )
}

function Domain({ teamId, data: { isAllowed, domain } }: { teamId: string; data: TeamHostname }) {
  if (domain) return <OwnDomain key={domain.host} teamId={teamId} domain={domain} isAllowed={isAllowed} />
  if (isAllowed) return <AddDomain teamId={teamId} />
  return (
    <>
      <p className="text-soft">Communities with the plan Pro can have their own domain.</p>
      <LinkButton to="/settings?tab=payments" className="justify-self-start">
        See plans
      </LinkButton>
    </>
  )
}

function AddDomain({ teamId }: { teamId: string }) {
  const form = useAppForm(ClaimHostname, { defaultValues: { host: '' } })
  const add = useMutation(addingDomain(teamId))
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={(event) => void form.submitWith((values) => add.mutateAsync(values))(event)} className="grid gap-4">
      <TextField
        {...form.register('host')}
        label="Your domain"
        hint="A name below a domain that is yours, such as play.example.com."
        placeholder="play.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.host?.message}
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" isPending={isSubmitting} className="justify-self-start">
        Add domain
      </Button>
    </form>
  )
}

type OwnDomainProps = { teamId: string; domain: NonNullable<TeamHostname['domain']>; isAllowed: boolean }

function OwnDomain({ teamId, domain: { host, isLive, records, endsAt }, isAllowed }: OwnDomainProps) {
  const [isRemoving, setRemoving] = useState(false)
  const check = useMutation({
    ...checkingDomain(teamId),
    onSuccess: ({ missing }) => {
      if (missing.length === 0) showSnackbar(`${host} is live.`, { duration: 5000 })
    },
  })
  const remove = useMutation(removingDomain(teamId))
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-strong wrap-anywhere">{host}</h3>
        <Status tone={isLive ? 'good' : 'warn'}>{isLive ? 'Live' : 'Not checked yet'}</Status>
      </div>
      {isLive ? (
        <p className="text-soft">
          Visitors of this address see your community. It can take a day until it opens everywhere. Leave its CNAME record in place.
        </p>
      ) : (
        <>
          <p className="text-soft">
            Set these two records where your domain is registered, then check them. It can take an hour until we see them.
            {endsAt !== null && ` Please finish by ${writeDay(endsAt)}.`}
          </p>
          <ul aria-label="DNS records" className="border-b border-line">
            {records.map((record) => (
              <RecordRow key={record.type} record={record} />
            ))}
          </ul>
          {check.data && check.data.missing.length > 0 && <p role="status">{describeMissing(check.data)}</p>}
          {check.error && <ErrorNotice error={check.error} />}
        </>
      )}
      <div className="flex flex-wrap gap-2.5">
        {!isLive && (
          <Button isPending={check.isPending} pendingLabel="Checking" onClick={() => check.mutate()}>
            Check
          </Button>
        )}
        <Button aria-haspopup="dialog" onClick={() => setRemoving(true)}>
          Remove domain
        </Button>
      </div>
      <ConfirmDialog
        title={`Remove ${host}?`}
        confirmLabel="Remove"
        cancelLabel="Keep it"
        isDangerous
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutateAsync()}
      >
        <p>
          {isLive ? 'The address no longer shows your community.' : 'You can add it again, with a new TXT record.'}
          {isLive && !isAllowed && ' Your plan no longer has a domain, so you cannot add it again.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

const writeDay = (at: number) => writeDate(at, { now: at }, { month: 'long', day: 'numeric' })

const describeMissing = ({ missing }: HostnameCheck) =>
  missing.length === 1 ? `We have not found the ${missing[0]} record yet.` : 'We have found neither record yet.'

/** One record to set. */
function RecordRow({ record: { type, name, value } }: { record: DnsRecord }) {
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <p className="font-strong">{type}</p>
      <dl className="grid gap-2">
        <RecordPart label="Name" type={type} text={name} />
        <RecordPart label="Value" type={type} text={value} />
      </dl>
    </li>
  )
}

function RecordPart({ label, type, text }: { label: 'Name' | 'Value'; type: DnsRecord['type']; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="col-start-1 font-mono text-small break-all select-all">{text}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button size="small" aria-label={`Copy ${label} of the ${type} record`} onClick={() => void copy(text)}>
          <Copy size={15} aria-hidden="true" /> Copy
        </Button>
      </dd>
    </div>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar('Copied')
  } catch {
    showSnackbar('We could not copy it. Please select it and copy it.', { duration: 5000, tone: 'alarm' })
  }
}
