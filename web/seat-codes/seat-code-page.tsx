import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { viewerStateOf } from '../../domain/events/viewer-state.ts'
import { minAge } from '../../domain/legal/versions.ts'
import { stepWords } from '../../domain/seat-codes/step-words.ts'
import { AccountFrame } from '../accounts/account-frame.tsx'
import { SignInError, signInWithSeatCode } from '../accounts/auth.ts'
import { loadPage } from '../accounts/return-path.ts'
import { TermsLink } from '../accounts/terms-checkboxes.tsx'
import { ApiError } from '../api.ts'
import { useViewer } from '../app-state.ts'
import { GameSummary } from '../events/game-summary.tsx'
import { eventById } from '../events/queries.ts'
import { withStorage } from '../storage.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { seatCodeKey } from './code-words.ts'
import { seatLink } from './queries.ts'
import { closedWords } from './seat-code-words.ts'
import { saveSeatDraft, toChoiceValues } from './seat-draft.ts'

const art = { activity: 'pickleball', seed: 'seat-code' } as const

/**
 * The link in the email with a code. It works in any browser, but only once, so a button uses it: email scanners open every link they
 * find, and some of them run scripts. The page first says what the button does and for whom, because another person may have typed this
 * address. Whoever is signed in is asked, because the link may be of another person.
 */
export default function SeatCodePage() {
  const [params] = useSearchParams()
  const viewer = useViewer()
  const eventId = params.get('event') ?? ''
  const token = params.get('token') ?? ''
  const gamePath = eventId === '' ? '/discover' : `/discover/events/${encodeURIComponent(eventId)}`
  const event = useQuery({ ...eventById(eventId), enabled: eventId !== '', retry: false })
  const link = useQuery(seatLink(token))
  const redeem = useMutation({
    mutationFn: async () => {
      await signInWithSeatCode({ token })
      // The other tabs of this browser may still wait for the code.
      withStorage((storage) => storage.removeItem(seatCodeKey(eventId)))
      const choice = link.data?.choice
      if (choice) saveSeatDraft(eventId, toChoiceValues(choice))
      await loadPage(eventId === '' ? '/home' : `${gamePath}?welcome=true`)
    },
  })
  const step = link.data?.step
  const summary = event.data && <GameSummary event={event.data} showsSeats={step !== 'seat' && step !== 'pay'} />
  const closed = event.data && closedWords[viewerStateOf(event.data, Date.now())]
  if (isUsed(redeem.error) || isUsed(link.error)) {
    return (
      <AccountFrame
        {...art}
        title="This link no longer works"
        intro={
          viewer
            ? 'It works once, and only for some minutes. You are signed in, so the game shows whether you have your seat.'
            : closed
              ? `${closed}. Nobody can join it any more.`
              : 'It works once, and only for some minutes. The game’s page sends you a new one.'
        }
      >
        {summary}
        <LinkButton variant="primary" to={gamePath} className="justify-self-start">
          Go to the game
        </LinkButton>
      </AccountFrame>
    )
  }
  if (!link.data) {
    return (
      <AccountFrame {...art} title="One more step">
        {link.error ? (
          <ErrorNotice error={link.error} onRetry={() => void link.refetch()} isRetrying={link.isFetching} />
        ) : (
          <Loading>
            <SkeletonText lines={5} />
          </Loading>
        )}
      </AccountFrame>
    )
  }
  const { name, acceptsTerms } = link.data
  const { action, effect, rest } = step ? stepWords[step] : overWords
  const what = (
    <>
      as <b className="text-ink wrap-anywhere">{name}</b> and {effect}. {rest}
    </>
  )
  const button = (
    <Button
      variant={viewer ? 'plain' : 'primary'}
      isPending={redeem.isPending}
      pendingLabel="Signing in"
      onClick={() => redeem.mutate()}
      className="justify-self-start max-sm:w-full"
    >
      {viewer ? 'Use the link' : action}
    </Button>
  )
  return (
    <AccountFrame
      {...art}
      title={viewer ? 'Use this link?' : 'One more step'}
      intro={
        viewer ? (
          <>
            You are signed in as <b className="text-ink wrap-anywhere">{viewer.name}</b>. The link signs you in {what}
          </>
        ) : (
          <>This signs you in {what}</>
        )
      }
    >
      {summary}
      {acceptsTerms && <AcceptedTerms action={viewer ? 'Use the link' : action} />}
      {redeem.error && <ErrorNotice error={redeem.error} />}
      {viewer ? (
        <div className="flex flex-wrap gap-2.5">
          <LinkButton variant="primary" to={gamePath} className="max-sm:w-full">
            Stay signed in
          </LinkButton>
          {button}
        </div>
      ) : (
        button
      )}
    </AccountFrame>
  )
}

const overWords = { action: 'Sign in', effect: 'opens the game', rest: 'You cannot join it any more, or are in it already.' }

const isUsed = (error: unknown) =>
  (error instanceof SignInError && error.signInCode === 'LinkUsed') || (error instanceof ApiError && error.code === 'LinkUsed')

/** The terms of a person who has no account yet, before they press. */
const AcceptedTerms = ({ action }: { action: string }) => (
  <p className="text-small text-soft">
    The other players see your name, and you can change it later. With “{action}”, you confirm that you are {minAge} or older, and accept
    the <TermsLink page="terms">terms</TermsLink> and <TermsLink page="privacy">how we handle your data</TermsLink>.
  </p>
)
