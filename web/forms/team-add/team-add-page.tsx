import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { SentForm } from '../../../domain/forms/fill-contract.ts'
import { submissionPath, submissionsPath } from '../../../domain/forms/paths.ts'
import type { TeamAddForm } from '../../../domain/forms/team-add-contract.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { FillForm } from '../fill/fill-form.tsx'
import { nothingKnown } from '../fill/nothing-known.ts'
import { NoAccess } from '../submissions/no-access.tsx'
import { fillForPerson, teamAddForm } from './queries.ts'

/** The page `form/:formId/team-form-add/:userId`: an organizer fills a form for a member or guest of the community. */
export default function TeamAddPage() {
  const { formId = '', userId = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(teamAddForm(formId, userId))
  useTitle(data ? `${data.form.title} for ${data.person.name}` : null)
  if (error instanceof ApiError && error.code === 'NotAllowed')
    return <NoAccess title="Only for organizers">Only those who run this form can fill it for others.</NoAccess>
  if (isNotFound(error)) return <NotFoundPage />
  if (data) return <TeamAdd key={`${formId} ${userId}`} found={data} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading label="Loading the form" className={pageFrame('narrow', 'grid gap-6 pt-4 sm:pt-9')}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-11.5" />
      <Skeleton className="h-11.5" />
    </Loading>
  )
}

function TeamAdd({ found: { form, person } }: { found: TeamAddForm }) {
  const client = useQueryClient()
  const [sent, setSent] = useState<SentForm | null>(null)
  const { content } = form
  if (sent) return <Saved form={form} person={person} sent={sent} />
  if (!content) return <NotFoundPage />
  return (
    <>
      <div className={pageFrame('narrow', 'pt-2')}>
        <Link
          to={submissionsPath(form.id)}
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
        >
          <ChevronLeft size={17} aria-hidden="true" /> Submissions
        </Link>
        <p className="rounded-card border border-line bg-wash px-4 py-3 wrap-anywhere">
          You fill this for <b>{person.name}</b>.{' '}
          {person.signer === null
            ? 'There is no email address, so nobody can sign or pay.'
            : `${person.signer} is asked for what only they can say, and to pay.`}
        </p>
      </div>
      <FillForm
        form={{ ...form, content }}
        known={nothingKnown}
        code={null}
        person={person}
        send={(answers) => fillForPerson(form.id, person.id, answers)}
        onSent={(result) => {
          void client.invalidateQueries({ queryKey: ['forms', form.id, 'submissions'] })
          if (result) setSent(result)
        }}
        onOutdated={() => void client.invalidateQueries({ queryKey: teamAddForm(form.id, person.id).queryKey })}
      />
    </>
  )
}

function Saved({ form, person, sent }: { form: TeamAddForm['form']; person: TeamAddForm['person']; sent: SentForm }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const words: Partial<Record<SentForm['state'], string>> = {
    asked: `${person.signer} has a link to what only they can say. It counts when they have added it.`,
    paying: `${person.signer} has a link to pay. The place is held for a day.`,
  }
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
      <h1 ref={heading} tabIndex={-1} className="outline-none wrap-anywhere">
        Saved for {person.name}
      </h1>
      <p className="text-soft wrap-anywhere">{words[sent.state] ?? 'There is nothing else to do.'}</p>
      <p className="flex flex-wrap gap-2.5 pt-2">
        <LinkButton to={submissionsPath(form.id)} variant="primary">
          See all submissions
        </LinkButton>
        <LinkButton to={submissionPath(form.id, sent.id)}>See what you saved</LinkButton>
      </p>
    </div>
  )
}
