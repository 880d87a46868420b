import { Link, useSearchParams } from 'react-router'
import type { OpenForm } from '../../../domain/forms/fill-contract.ts'
import { gamePath, submissionPath } from '../../../domain/forms/paths.ts'
import type { Standing, SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { somethingMissing } from '../../../domain/forms/submission-texts.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'
import { SentAs } from './sent-as.tsx'

const stateWords: Record<SubmissionState, { word: string; tone: StatusTone }> = {
  paying: { word: 'Not paid yet', tone: 'warn' },
  waiting: { word: 'In line', tone: 'warn' },
  asked: { word: 'An organizer looks at it', tone: 'quiet' },
  accepted: { word: 'Accepted', tone: 'good' },
  declined: { word: 'Declined', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
  ended: { word: 'Ended: it was not paid', tone: 'bad' },
}

const missingWords = { word: somethingMissing, tone: 'warn' } as const
const wordsOf = ({ state, isMissing }: Standing) => (isMissing ? missingWords : stateWords[state])

/** Whatever has ended like this, the form can be sent again. */
const freeStates: readonly SubmissionState[] = ['declined', 'withdrawn', 'ended']

type SentBeforeProps = { form: OpenForm; now: number; onAnother: (() => void) | null }

/** The viewer has sent this form before. */
export function SentBefore({ form: { id, title, team, viewer }, now, onAnother }: SentBeforeProps) {
  const game = useSearchParams()[0].get('game')
  const count = viewer.sent.filter(({ state }) => !freeStates.includes(state)).length
  return (
    <div className={pageFrame('narrow', 'grid gap-5 pt-6 sm:pt-12')}>
      <header className="grid gap-1">
        <p className="text-soft wrap-anywhere">{team.name}</p>
        <h1 className="wrap-anywhere">{title}</h1>
      </header>
      <p>You have sent this form.</p>
      <ul className="border-b border-line">
        {viewer.sent.map((sent) => (
          <li key={sent.id} className="border-t border-line">
            <Link
              to={submissionPath(id, sent.id)}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control py-2 hover:bg-wash sm:px-2"
            >
              <span className="font-medium">
                Sent {writeDate(sent.sentAt, { now, locale: 'en-US' }, { month: 'short', day: 'numeric' })}
              </span>
              <Status tone={wordsOf(sent).tone}>{wordsOf(sent).word}</Status>
            </Link>
          </li>
        ))}
      </ul>
      {onAnother && !viewer.canSend && (
        <p className="text-soft">{count === 1 ? 'It can be sent once.' : 'You have sent it as often as you can.'}</p>
      )}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {game !== null && <LinkButton to={gamePath(game)}>Back to the game</LinkButton>}
        {onAnother && viewer.canSend && <Button onClick={onAnother}>Send another one</Button>}
      </div>
      {viewer.isSignedIn && <SentAs />}
    </div>
  )
}
