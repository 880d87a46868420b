import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readReturnPath } from '../../../domain/access/rules.ts'
import { suggestStarts } from '../../../domain/events/defaults.ts'
import type { EventFormAnswer, EventLocation } from '../../../domain/events/form-contract.ts'
import { copyForNewGame, newValues } from '../../../domain/events/form-values.ts'
import { formatPlaceAddress } from '../../../domain/places/rules.ts'
import type { Face } from '../../../domain/profiles/contract.ts'
import { placeById } from '../../places/queries.ts'
import { shareLink } from '../../share/share-link.ts'
import { AvatarStack } from '../../ui/avatar.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PageError } from '../../ui/page-frame.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { invitingToNewGame } from '../invite-queries.ts'
import { EventForm, type SubmittedEvent } from './event-form.tsx'
import { EventFormLoading } from './event-form-loading.tsx'
import { getPreviewTitle } from './event-preview.tsx'
import { findActivityId } from './format-event-form.ts'
import { type GivenStart, readGivenStart } from './given-start.ts'
import { creatingEvent, eventForm, loadPicture, settingPicture } from './host-queries.ts'
import { useFreePeople } from './use-free-people.ts'
import { useHostFacts } from './use-host-facts.ts'

/** Hosts a new game. It can start empty, at a given place, or as a copy of an earlier game. */
export default function NewEventPage() {
  const [search] = useSearchParams()
  return (
    <NewEvent
      key={search.toString()}
      from={search.get('from')}
      place={search.get('place')}
      activity={search.get('activity')}
      start={readGivenStart(search)}
      teamId={search.get('team')}
      next={readReturnPath(`?${search}`)}
    />
  )
}

type NewEventProps = {
  from: string | null
  place: string | null
  activity: string | null
  start: GivenStart | null
  teamId: string | null
  /** Where to go after the game was published. */
  next: string | null
}

function NewEvent({ from, place, activity, start, teamId, next }: NewEventProps) {
  const { facts, error, retry } = useHostFacts()
  const freePeople = useFreePeople(start)
  const earlierGameQuery = useQuery({ ...eventForm(from ?? ''), enabled: from !== null })
  const placeQuery = useQuery({ ...placeById(place ?? ''), enabled: place !== null })
  const loadError = error ?? (from === null ? null : earlierGameQuery.error)
  if (loadError) {
    return (
      <PageError
        error={loadError}
        onRetry={() => void (error ? retry() : earlierGameQuery.refetch())}
        isRetrying={earlierGameQuery.isFetching}
      />
    )
  }
  // If the place was deleted, the form starts without a place.
  const isWaiting = !facts || freePeople === null || (from !== null && !earlierGameQuery.data) || (place !== null && placeQuery.isPending)
  if (isWaiting) return <EventFormLoading />
  const at = placeQuery.data && {
    placeId: placeQuery.data.id,
    name: placeQuery.data.name,
    address: formatPlaceAddress(placeQuery.data),
    lat: placeQuery.data.lat,
    lng: placeQuery.data.lng,
  }
  const startKey = start ? `${start.team?.id ?? ''} ${start.date} ${start.time}` : teamId
  const draftKey = ['event:new', from, place, activity, startKey].filter(Boolean).join(':')
  return (
    <NewEventForm
      facts={facts}
      earlierGame={earlierGameQuery.data ?? null}
      at={at ?? null}
      activity={findActivityId(activity)}
      start={start}
      teamId={teamId}
      next={next}
      freePeople={freePeople}
      draftKey={draftKey}
    />
  )
}

type NewEventFormProps = {
  facts: NonNullable<ReturnType<typeof useHostFacts>['facts']>
  earlierGame: EventFormAnswer | null
  at: EventLocation | null
  activity: ReturnType<typeof findActivityId>
  start: GivenStart | null
  /** The community that hosts the game. */
  teamId: string | null
  next: string | null
  freePeople: readonly Face[]
  draftKey: string
}

function NewEventForm({ facts, earlierGame, at, activity, start: given, teamId, next, freePeople, draftKey }: NewEventFormProps) {
  const navigate = useNavigate()
  const create = useMutation(creatingEvent)
  const setPicture = useMutation(settingPicture)
  const invite = useMutation(invitingToNewGame)
  const [isInviting, setInviting] = useState(true)
  const pastPlayers = earlierGame?.pastPlayers ?? []
  const invited = pastPlayers.length > 0 ? pastPlayers : freePeople
  const [defaultValues] = useState(() => {
    const newKey = crypto.randomUUID()
    if (earlierGame) return copyForNewGame(earlierGame, facts.now.date, newKey)
    const [suggested = facts.now] = suggestStarts(facts.now)
    const values = newValues({
      activity: activity ?? facts.ownActivities[0] ?? 'pickleball',
      start: given ?? suggested,
      where: at ?? facts.lastHostedPlace,
      newKey,
    })
    if (!given) return { ...values, ...(teamId !== null && { teamId }) }
    return { ...values, minutes: given.minutes, ...(given.team && { teamId: given.team.id, visibility: 'team' as const }) }
  })
  const send = async ({ ready, intent, picture }: SubmittedEvent) => {
    const { form, repeat, hostPlays, publishAt, idempotencyKey } = ready
    const publish =
      intent === 'draft'
        ? ({ when: 'never' } as const)
        : publishAt === null
          ? ({ when: 'now' } as const)
          : ({ when: 'later', at: publishAt } as const)
    const made = await create.mutateAsync({ form, repeat, publish, hostPlays, idempotencyKey })
    const isPictureSaved = await sendPicture(made.id, ready.picture, picture)
    const count = publish.when === 'never' || !isInviting ? 0 : await invitePeople(made.id)
    return () => {
      const name = getPreviewTitle({ ...form, where: form.where })
      if (!isPictureSaved)
        showSnackbar('Your game is saved, but we could not upload the picture. Please add it again.', { duration: 5000, tone: 'alarm' })
      else if (count === null)
        showSnackbar('Your game is saved, but we could not send the invitations. Please invite people again.', {
          duration: 5000,
          tone: 'alarm',
        })
      else if (publish.when === 'never') showSnackbar('Saved as a draft.')
      else if (publish.when === 'later') showSnackbar('Your game is scheduled.')
      else showPublished(made, name, count)
      void navigate(publish.when === 'never' ? '/create' : (next ?? `/discover/events/${made.id}`), { replace: true })
    }
  }
  /** Invites after the game was saved. Failed invitations do not undo the game: the result is then null. */
  const invitePeople = async (id: string): Promise<number | null> => {
    if (invited.length === 0) return 0
    try {
      return await invite.mutateAsync({ id, userIds: invited.map((person) => person.id) })
    } catch {
      return null
    }
  }
  /** Uploads the picture after the game was saved. A failed upload does not undo the game, so we only say whether it worked. */
  const sendPicture = async (id: string, choice: 'kept' | 'new' | 'none', picture: Blob | null): Promise<boolean> => {
    const copiedUrl = choice === 'kept' ? (earlierGame?.pictureUrl ?? null) : null
    if (!picture && copiedUrl === null) return true
    try {
      await setPicture.mutateAsync({ id, scope: 'all', picture: picture ?? (await loadPicture(copiedUrl ?? '')) })
      return true
    } catch {
      return false
    }
  }
  return (
    <EventForm
      title={earlierGame ? 'Host a similar game' : 'Host a game'}
      kind="new"
      saved={null}
      draftKey={draftKey}
      defaultValues={defaultValues}
      pictureUrl={earlierGame?.pictureUrl ?? null}
      {...facts}
      intro={
        invited.length > 0 && (
          <div className="grid gap-1 pt-2 text-ink">
            <Checkbox
              label={inviteLabel(invited.length, invited === pastPlayers)}
              hint="They get an invitation when you publish the game."
              checked={isInviting}
              onChange={({ target }) => setInviting(target.checked)}
            />
            <AvatarStack faces={[...invited]} max={10} />
          </div>
        )
      }
      onSend={send}
      onCancel={() => void navigate(-1)}
    />
  )
}

function inviteLabel(count: number, isLastTime: boolean): string {
  if (isLastTime) return count === 1 ? 'Invite the player of last time' : `Invite the ${count} players of last time`
  return count === 1 ? 'Invite the member who can play then' : `Invite the ${count} members who can play then`
}

function showPublished({ id, count }: { id: string; count: number }, title: string, invited: number): void {
  const published = count === 1 ? 'Your game is published' : `Your ${count} games are published`
  const words = invited === 0 ? `${published}.` : `${published}, and ${invited === 1 ? '1 person is' : `${invited} people are`} invited.`
  showSnackbar(words, {
    duration: 5000,
    action: { label: 'Share', onPress: () => void shareLink({ title, url: `${location.origin}/evt/${id}` }) },
  })
}
