import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { suggestStarts } from '../../../domain/events/defaults.ts'
import type { EventFormAnswer, Whereabouts } from '../../../domain/events/form-contract.ts'
import { likeBefore, newValues } from '../../../domain/events/form-values.ts'
import { addressWords } from '../../../domain/places/rules.ts'
import { placeById } from '../../places/queries.ts'
import { shareLink } from '../../share-link.ts'
import { PageError } from '../../ui/page-frame.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { EventForm, type Sent } from './event-form.tsx'
import { EventFormLoading } from './event-form-loading.tsx'
import { shownTitle } from './event-preview.tsx'
import { creatingEvent, eventForm, loadPicture, settingPicture } from './host-queries.ts'
import { knownActivity } from './host-words.ts'
import { useHostFacts } from './use-host-facts.ts'

/** Puts up a game: from nothing, at a place, or like one before. */
export default function NewEventPage() {
  const [search] = useSearchParams()
  return <NewEvent key={search.toString()} from={search.get('from')} place={search.get('place')} activity={search.get('activity')} />
}

type NewEventProps = { from: string | null; place: string | null; activity: string | null }

function NewEvent({ from, place, activity }: NewEventProps) {
  const { facts, error, retry } = useHostFacts()
  const before = useQuery({ ...eventForm(from ?? ''), enabled: from !== null })
  const there = useQuery({ ...placeById(place ?? ''), enabled: place !== null })
  const failed = error ?? (from === null ? null : before.error)
  if (failed) {
    return <PageError error={failed} onRetry={() => void (error ? retry() : before.refetch())} isRetrying={before.isFetching} />
  }
  // A place that is gone is no reason not to play.
  const isWaiting = !facts || (from !== null && !before.data) || (place !== null && there.isPending)
  if (isWaiting) return <EventFormLoading />
  const at = there.data && {
    placeId: there.data.id,
    name: there.data.name,
    address: addressWords(there.data),
    lat: there.data.lat,
    lng: there.data.lng,
  }
  const draftKey = ['event:new', from, place, activity].filter(Boolean).join(':')
  return <Ready facts={facts} before={before.data ?? null} at={at ?? null} activity={knownActivity(activity)} draftKey={draftKey} />
}

type ReadyProps = {
  facts: NonNullable<ReturnType<typeof useHostFacts>['facts']>
  before: EventFormAnswer | null
  at: Whereabouts | null
  activity: ReturnType<typeof knownActivity>
  draftKey: string
}

function Ready({ facts, before, at, activity, draftKey }: ReadyProps) {
  const navigate = useNavigate()
  const create = useMutation(creatingEvent)
  const setPicture = useMutation(settingPicture)
  const [defaultValues] = useState(() => {
    const newKey = crypto.randomUUID()
    if (before) return likeBefore(before, facts.now.date, newKey)
    const [start = facts.now] = suggestStarts(facts.now)
    return newValues({ activity: activity ?? facts.own[0] ?? 'pickleball', start, where: at ?? facts.lastHosted, newKey })
  })
  const send = async ({ ready, intent, picture }: Sent) => {
    const { form, repeat, publishAt, idempotencyKey } = ready
    const publish =
      intent === 'draft'
        ? ({ when: 'never' } as const)
        : publishAt === null
          ? ({ when: 'now' } as const)
          : ({ when: 'later', at: publishAt } as const)
    const made = await create.mutateAsync({ form, repeat, publish, idempotencyKey })
    const isShown = await sendPicture(made.id, ready.picture, picture)
    return () => {
      const name = shownTitle({ ...form, where: form.where })
      if (!isShown) showSnackbar('Your game is there, but the picture did not arrive. Add it once more.', { duration: 5000, tone: 'alarm' })
      else if (publish.when === 'never') showSnackbar('Saved as a draft')
      else if (publish.when === 'later') showSnackbar('It shows itself at its time')
      else sayUp(made, name)
      void navigate(publish.when === 'never' ? '/create' : `/discover/events/${made.id}`, { replace: true })
    }
  }
  /** The game is up, whatever becomes of its picture. */
  const sendPicture = async (id: string, choice: 'kept' | 'new' | 'none', picture: Blob | null): Promise<boolean> => {
    const former = choice === 'kept' ? (before?.pictureUrl ?? null) : null
    if (!picture && former === null) return true
    try {
      await setPicture.mutateAsync({ id, scope: 'all', picture: picture ?? (await loadPicture(former ?? '')) })
      return true
    } catch {
      return false
    }
  }
  return (
    <EventForm
      title={before ? 'Put up another like it' : 'Put up a game'}
      kind="new"
      isSeries={false}
      draftKey={draftKey}
      defaultValues={defaultValues}
      pictureUrl={before?.pictureUrl ?? null}
      {...facts}
      onSend={send}
      onCancel={() => void navigate(-1)}
    />
  )
}

function sayUp({ id, count }: { id: string; count: number }, title: string): void {
  showSnackbar(count === 1 ? 'Your game is up' : `Your ${count} games are up`, {
    duration: 5000,
    action: { label: 'Share', onPress: () => void shareLink({ title, url: `${location.origin}/evt/${id}` }) },
  })
}
