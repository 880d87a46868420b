import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ErrorCode } from '../../../domain/errors.ts'
import type { EventFormAnswer } from '../../../domain/events/form-contract.ts'
import { type FormValues, valuesOf } from '../../../domain/events/form-values.ts'
import { titleOf } from '../../../domain/events/rules.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { ApiError } from '../../api.ts'
import { useTitle } from '../../shell/use-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { DeleteDraft } from './delete-draft.tsx'
import { EventForm, type SubmittedEvent } from './event-form.tsx'
import { EventFormLoading } from './event-form-loading.tsx'
import { changingEvent, eventForm, publishingEvent, settingPicture } from './host-queries.ts'
import { useHostFacts } from './use-host-facts.ts'

export default function EditEventPage() {
  const { id = '' } = useParams()
  return <LoadedEvent key={id} id={id} />
}

const notHostErrors = new Set<ErrorCode>(['EventNotFound', 'NotFound', 'HostsOnly', 'ProfileIncomplete', 'NotAllowed', 'InvalidInput'])

const isNotHost = (error: unknown) => error instanceof ApiError && notHostErrors.has(error.code)

function LoadedEvent({ id }: { id: string }) {
  const { facts, error, retry } = useHostFacts(id)
  const game = useQuery({ ...eventForm(id), refetchOnWindowFocus: false })
  useTitle(game.data ? `Edit ${titleOf(game.data.form)}` : null)
  if (isNotHost(game.error)) return <NotHost />
  const loadError = error ?? (game.data ? null : game.error)
  if (loadError) {
    return <PageError error={loadError} onRetry={() => void (error ? retry() : game.refetch())} isRetrying={game.isFetching} />
  }
  if (!facts || !game.data) return <EventFormLoading />
  if (game.data.state === 'cancelled') return <Cancelled id={id} />
  return <EditEventForm id={id} facts={facts} game={game.data} />
}

type EditEventFormProps = { id: string; facts: NonNullable<ReturnType<typeof useHostFacts>['facts']>; game: EventFormAnswer }

function EditEventForm({ id, facts, game: loadedGame }: EditEventFormProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const change = useMutation(changingEvent)
  const publish = useMutation(publishingEvent)
  const setPicture = useMutation(settingPicture)
  // If someone saves meanwhile, the form must not change while the person types. It merges the change when they save.
  const [game, setGame] = useState(loadedGame)
  const [newKey] = useState(() => crypto.randomUUID())
  const readValues = (from: EventFormAnswer): FormValues => ({
    ...valuesOf(from, newKey),
    publishAt: from.publishAt === null ? null : instantToLocal(from.publishAt, facts.viewerZone),
  })
  const [defaultValues] = useState(() => readValues(game))
  const isDraft = game.state === 'draft'
  const page = `/discover/events/${id}`
  const findSaved = async (error: unknown, { version }: FormValues) => {
    if (!(error instanceof ApiError && error.status === 409 && error.issues.length === 0)) return null
    const now = await queries.fetchQuery({ ...eventForm(id), staleTime: 0 })
    setGame(now)
    // If it was published meanwhile, the form has other buttons, so the person has to press one of them.
    return now.version === version || now.state !== game.state ? null : readValues(now)
  }
  const send = async ({ ready, intent, scope, overwritesOwn, slotMoves, picture }: SubmittedEvent) => {
    const { form, version, publishAt } = ready
    await change.mutateAsync({ id, form, version, scope, overwritesOwn, slotMoves })
    if (picture || ready.picture === 'none') await setPicture.mutateAsync({ id, scope, picture })
    if (isDraft) {
      const when = intent === 'publish' ? (publishAt === null ? 'now' : 'later') : 'never'
      await publish.mutateAsync({ id, scope, publish: when === 'later' ? { when, at: publishAt ?? 0 } : { when } })
    }
    return () => {
      const text = !isDraft
        ? 'Changes saved.'
        : intent === 'draft'
          ? 'Saved as a draft.'
          : publishAt
            ? 'Your game is scheduled.'
            : 'Your game is published.'
      showSnackbar(text)
      // A scheduled game already has a page that can be shared, so we open that page. A draft has none.
      void navigate(isDraft && intent === 'draft' ? '/create' : page, { replace: true })
    }
  }
  return (
    <EventForm
      title={isDraft ? 'Your draft' : 'Edit game'}
      intro={game.series && <p>{game.series}</p>}
      kind={isDraft ? 'draft' : 'published'}
      saved={game}
      draftKey={`event:${id}`}
      defaultValues={defaultValues}
      pictureUrl={game.pictureUrl}
      {...facts}
      onSend={send}
      findSaved={findSaved}
      onCancel={() => void navigate(page)}
    >
      {isDraft && <DeleteDraft id={id} game={game} />}
    </EventForm>
  )
}

function NotHost() {
  return (
    <div className={pageFrame('wide', 'pt-10')}>
      <EmptyState title="You cannot edit this game" action={<LinkButton to="/create">Your games</LinkButton>}>
        <p>Only the hosts of a game can edit it. It may also have been deleted.</p>
      </EmptyState>
    </div>
  )
}

function Cancelled({ id }: { id: string }) {
  return (
    <div className={pageFrame('wide', 'pt-10')}>
      <EmptyState
        title="This game was cancelled"
        action={
          <LinkButton variant="primary" to={`/create/event?from=${id}`}>
            Host a similar game
          </LinkButton>
        }
      >
        <p>We notified everyone, so it can no longer be changed.</p>
      </EmptyState>
    </div>
  )
}
