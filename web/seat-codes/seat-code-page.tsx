import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formToJoin } from '../../domain/events/viewer-state.ts'
import { AccountFrame } from '../accounts/account-frame.tsx'
import { SignInError, signInWithSeatCode } from '../accounts/auth.ts'
import { loadPage } from '../accounts/return-path.ts'
import { useViewer } from '../app-state.ts'
import { GameSummary } from '../events/game-summary.tsx'
import { eventById } from '../events/queries.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'

const art = { activity: 'pickleball', seed: 'seat-code' } as const

/**
 * The link in the email with a code. It works in any browser, but only once, so a button uses it: email scanners open every link they
 * find, and some of them run scripts. Whoever is signed in is asked first, because the link may be of another person.
 */
export default function SeatCodePage() {
  const [params] = useSearchParams()
  const viewer = useViewer()
  const eventId = params.get('event') ?? ''
  const gamePath = `/discover/events/${encodeURIComponent(eventId)}`
  const event = useQuery({ ...eventById(eventId), enabled: eventId !== '', retry: false })
  const redeem = useMutation({
    mutationFn: async () => {
      await signInWithSeatCode({ token: params.get('token') ?? '' })
      await loadPage(eventId === '' ? '/home' : `${gamePath}?welcome=true`)
    },
  })
  const isUsed = redeem.error instanceof SignInError && redeem.error.signInCode === 'LinkUsed'
  if (isUsed) {
    return (
      <AccountFrame
        {...art}
        title="This link no longer works"
        intro={
          viewer
            ? 'It works once, for ten minutes. You are signed in, so the game shows whether you have your seat.'
            : 'It works once, for ten minutes. The game’s page sends you a new one.'
        }
      >
        {event.data && <GameSummary event={event.data} />}
        <LinkButton variant="primary" to={eventId === '' ? '/discover' : gamePath} className="justify-self-start">
          Go to the game
        </LinkButton>
      </AccountFrame>
    )
  }
  if (viewer) {
    return (
      <AccountFrame
        {...art}
        title="Use this link?"
        intro={
          <>
            You are signed in as <b className="text-ink wrap-anywhere">{viewer.name}</b>. The link takes a seat for the person who got the
            email, and signs you in as them. Use it only if that is you.
          </>
        }
      >
        {event.data && <GameSummary event={event.data} />}
        {redeem.error && <ErrorNotice error={redeem.error} />}
        <div className="flex flex-wrap gap-2.5">
          <LinkButton variant="primary" to={eventId === '' ? '/discover' : gamePath} className="max-sm:w-full">
            Stay signed in
          </LinkButton>
          <Button isPending={redeem.isPending} pendingLabel="Taking the seat" onClick={() => redeem.mutate()} className="max-sm:w-full">
            Use the link
          </Button>
        </div>
      </AccountFrame>
    )
  }
  const isFormFirst = event.data !== undefined && formToJoin(event.data) !== null
  return (
    <AccountFrame
      {...art}
      title="One tap to your seat"
      intro={
        isFormFirst ? 'It signs you in. Then you fill in the form of the game and take your seat.' : 'It signs you in and takes your seat.'
      }
    >
      {event.data && <GameSummary event={event.data} />}
      {redeem.error && <ErrorNotice error={redeem.error} />}
      <Button
        variant="primary"
        isPending={redeem.isPending}
        pendingLabel={isFormFirst ? 'Signing in' : 'Taking your seat'}
        onClick={() => redeem.mutate()}
        className="justify-self-start max-sm:w-full"
      >
        {isFormFirst ? 'Sign in' : 'Take my seat'}
      </Button>
    </AccountFrame>
  )
}
