import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { AppError, type ErrorCode } from '../../../domain/errors.ts'
import type { EventFormAnswer } from '../../../domain/events/form-contract.ts'
import { valuesOf } from '../../../domain/events/form-values.ts'
import { titleOf } from '../../../domain/events/rules.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { ApiError } from '../../api.ts'
import { useTitle } from '../../shell/use-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChangedElsewhere } from '../../ui/changed-elsewhere.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { DeleteDraft } from './delete-draft.tsx'
import { EventForm, type Sent } from './event-form.tsx'
import { EventFormLoading } from './event-form-loading.tsx'
import { changingEvent, eventForm, publishingEvent, settingPicture } from './host-queries.ts'
import { useHostFacts } from './use-host-facts.ts'

export default function EditEventPage() {
  const { id = '' } = useParams()
  return <EditEvent key={id} id={id} />
}

const notMine = new Set<ErrorCode>(['EventNotFound', 'NotFound', 'NotItsHost', 'ProfileIncomplete', 'NotAllowed', 'InvalidInput'])

const isNotMine = (error: unknown) => error instanceof ApiError && notMine.has(error.code)

function EditEvent({ id }: { id: string }) {
  const { facts, error, retry } = useHostFacts()
  const game = useQuery({ ...eventForm(id), refetchOnWindowFocus: false })
  useTitle(game.data ? `Edit ${titleOf(game.data.form)}` : null)
  if (isNotMine(game.error)) return <NotMine />
  const failed = error ?? (game.data ? null : game.error)
  if (failed) {
    return <PageError error={failed} onRetry={() => void (error ? retry() : game.refetch())} isRetrying={game.isFetching} />
  }
  if (!facts || !game.data) return <EventFormLoading />
  if (game.data.state === 'cancelled') return <Cancelled id={id} />
  return <Ready id={id} facts={facts} game={game.data} />
}

type ReadyProps = { id: string; facts: NonNullable<ReturnType<typeof useHostFacts>['facts']>; game: EventFormAnswer }

function Ready({ id, facts, game: latest }: ReadyProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const change = useMutation(changingEvent)
  const publish = useMutation(publishingEvent)
  const setPicture = useMutation(settingPicture)
  // What is saved while one types does not change what one types over.
  const [game] = useState(latest)
  const [defaultValues] = useState(() => ({
    ...valuesOf(game, crypto.randomUUID()),
    publishAt: game.publishAt === null ? null : instantToLocal(game.publishAt, facts.viewerZone),
  }))
  const isDraft = game.state === 'draft'
  const page = `/discover/events/${id}`
  const send = async ({ ready, intent, scope, picture }: Sent) => {
    const { form, version, publishAt } = ready
    try {
      await change.mutateAsync({ id, form, version, scope })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409 && error.issues.length === 0)) throw error
      const now = await queries.fetchQuery({ ...eventForm(id), staleTime: 0 })
      if (now.version === version) throw error
      throw new ChangedElsewhere(new AppError('EventVersionConflict'), now)
    }
    if (picture || ready.picture === 'none') await setPicture.mutateAsync({ id, scope, picture })
    if (isDraft) {
      const when = intent === 'put-up' ? (publishAt === null ? 'now' : 'later') : 'never'
      await publish.mutateAsync({ id, scope, publish: when === 'later' ? { when, at: publishAt ?? 0 } : { when } })
    }
    return () => {
      const words = !isDraft
        ? 'Game changed'
        : intent === 'draft'
          ? 'Saved as a draft'
          : publishAt
            ? 'It shows itself at its time'
            : 'Your game is up'
      showSnackbar(words)
      // What goes up later can be shared already.
      void navigate(isDraft && intent === 'draft' ? '/create' : page, { replace: true })
    }
  }
  return (
    <EventForm
      title={isDraft ? 'Your draft' : 'Edit game'}
      intro={game.series && <p>{game.series}</p>}
      kind={isDraft ? 'draft' : 'published'}
      isSeries={game.series !== null}
      draftKey={`event:${id}`}
      defaultValues={defaultValues}
      pictureUrl={game.pictureUrl}
      {...facts}
      onSend={send}
      onCancel={() => void navigate(page)}
    >
      {isDraft && <DeleteDraft id={id} isSeries={game.series !== null} />}
    </EventForm>
  )
}

function NotMine() {
  return (
    <div className={pageFrame(1120, 'pt-10')}>
      <EmptyState title="This is not yours to change" action={<LinkButton to="/create">What you put up</LinkButton>}>
        <p>Only a game’s hosts can edit it, and this one may not be there any more.</p>
      </EmptyState>
    </div>
  )
}

function Cancelled({ id }: { id: string }) {
  return (
    <div className={pageFrame(1120, 'pt-10')}>
      <EmptyState
        title="This game was cancelled"
        action={
          <LinkButton variant="go" to={`/create/event?from=${id}`}>
            Put up another like it
          </LinkButton>
        }
      >
        <p>Everyone was told, so it stays as it is.</p>
      </EmptyState>
    </div>
  )
}
