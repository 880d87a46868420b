import { useMutation } from '@tanstack/react-query'
import { Bell, BellRing, MapPinCheck, Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Viewer } from '../../domain/access/contract.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { findPosition } from './find-position.ts'
import { formatTime } from './format-place.ts'
import { checkingIn, followingPlace } from './queries.ts'

const CallDialog = lazy(() => import('./call-dialog.tsx'))

const clockInterval = 15_000

type ViewerActionsProps = { place: PlaceDetail; mine: NonNullable<PlaceDetail['mine']>; viewer: Viewer }

/** What a signed-in person can do at a place: check in and out, call for players, follow. */
export default function ViewerActions({ place, mine, viewer }: ViewerActionsProps) {
  const { id, timeZone } = place
  const follow = useMutation(followingPlace(id))
  const checkIn = useMutation(checkingIn(id, { id: viewer.id, name: viewer.name, pictureUrl: viewer.pictureUrl ?? null }))
  const [openCount, setOpenCount] = useState(0)
  const [isCalling, setCalling] = useState(false)
  const now = useNow(clockInterval)
  const { isFollowing, mayPingAt } = mine
  const hereUntil = mine.hereUntil !== null && mine.hereUntil > now ? mine.hereUntil : null
  const [isLocating, setLocating] = useState(false)
  const checkInHere = async () => {
    setLocating(true)
    const position = await findPosition()
    setLocating(false)
    checkIn.mutate({ isHere: true, before: mine.hereUntil, position })
  }
  const followButton = (
    <Button aria-pressed={isFollowing} onClick={() => follow.mutate(!isFollowing)}>
      {isFollowing ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  )
  if (hereUntil === null) {
    return (
      <>
        <div className="grid grid-cols-[1fr_auto] gap-2.5">
          <Button variant="primary" isPending={isLocating} pendingLabel="Locating" onClick={() => void checkInHere()}>
            <MapPinCheck size={18} aria-hidden="true" /> Check in
          </Button>
          {followButton}
        </div>
        <p className="text-small text-soft">
          Your location shows that you are here, and is not stored. People who are logged in can see you here for 2 hours or until you check
          out.
        </p>
      </>
    )
  }
  const canCall = mayPingAt <= now
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <Status tone="live">Checked in until {formatTime(hereUntil, timeZone)}</Status>
      </p>
      <Button
        variant="primary"
        disabled={!canCall}
        onClick={() => {
          setOpenCount(openCount + 1)
          setCalling(true)
        }}
      >
        <Megaphone size={18} aria-hidden="true" /> Call for players
      </Button>
      {!canCall && (
        <p className="text-small text-soft">We already notified players. You can call again at {formatTime(mayPingAt, timeZone)}.</p>
      )}
      <div className="grid grid-cols-2 gap-2.5">
        <Button isPending={isLocating} pendingLabel="Locating" onClick={() => void checkInHere()} className="px-2!">
          Extend check-in
        </Button>
        <Button onClick={() => checkIn.mutate({ isHere: false, before: mine.hereUntil })} className="px-2!">
          Check out
        </Button>
        <span className="col-span-2 grid">{followButton}</span>
      </div>
      <Suspense>
        {openCount > 0 && <CallDialog key={openCount} place={place} isOpen={isCalling} onClose={() => setCalling(false)} />}
      </Suspense>
    </>
  )
}
