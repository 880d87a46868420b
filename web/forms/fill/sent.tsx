import { Navigate, useSearchParams } from 'react-router'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { Ending, FormContent } from '../../../domain/forms/content.ts'
import type { SentForm } from '../../../domain/forms/fill-contract.ts'
import { formPaymentPath, gamePath, gamePathToJoin, submissionPath, withKey } from '../../../domain/forms/paths.ts'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { Beans } from '../../ui/beans.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { isFramed } from '../embed/is-framed.ts'
import { usePaidState } from '../embed/use-paid-state.ts'
import { useProductPath } from '../use-product-path.ts'
import type { FillableForm } from './begin-form.ts'
import { LastHeading } from './last-heading.tsx'
import { Markdown } from './markdown.tsx'
import { QuotedEnding } from './quoted-ending.tsx'

/** `answers` are those that were sent, which the ending can quote. */
type SentProps = { form: FillableForm; sent: SentForm; answers: RawAnswers }

const nextSteps: Partial<Record<SubmissionState, string>> = {
  asked: 'An organizer will look at it. We tell you by email what they decide.',
  waiting: 'You are in line. We tell you by email as soon as a place is free.',
  paying: 'Pay now to keep your place.',
}

/** What follows when a form was sent: its last words, its payment, or another page. */
export function Sent({ form, sent, answers }: SentProps) {
  const { id, key } = sent
  const [address] = useSearchParams()
  const path = withKey(formPaymentPath(form.id, id), key)
  const toPay = useProductPath()(path)
  const state = usePaidState(form.id, sent, isFramed() && sent.state === 'paying')
  if (state === 'paying' && toPay === path && !isFramed()) return <Navigate to={path} replace />
  const ending = form.content.endings.find((one) => one.id === sent.ending) ?? form.content.endings[0]
  return (
    <LastWords
      {...{ content: form.content, ending, answers }}
      step={nextSteps[state]}
      to={withKey(submissionPath(form.id, id), key)}
      toGame={findGame(address)}
      further={state === 'paying' ? { to: toPay, label: isFramed() ? 'Pay in a new window' : 'Go on' } : toThanks(form.thankYouUrl)}
    />
  )
}

/**
 * The page outside of this app that follows: to pay, if that is at the product, or else what the organizers chose, for whoever needs nothing
 * more from this one. Whoever waits must first know that they do.
 */
export function findNextPage({ id, thankYouUrl }: FillableForm, sent: SentForm, toProduct: (path: string) => string): string | null {
  // A frame leads on by links only: browsers let nothing else leave it.
  if (isFramed()) return null
  if (sent.state === 'accepted') return thankYouUrl
  const path = withKey(formPaymentPath(id, sent.id), sent.key)
  const toPay = toProduct(path)
  return sent.state === 'paying' && toPay !== path ? toPay : null
}

/** A page of the organizers never opens inside of a frame on their site. */
const toThanks = (to: string | null): Further => (to === null ? null : { to, label: 'Go on', ...(isFramed() && { target: '_top' }) })

/** The game that asked for the form. A guest of somebody has a seat there already. */
function findGame(address: URLSearchParams): string | null {
  const game = address.get('game')
  if (game === null) return null
  return address.has('guest') ? gamePath(game) : gamePathToJoin(game)
}

type Further = { to: string; label: string; target?: string } | null
type LastWordsProps = Omit<SentProps, 'form' | 'sent'> & {
  content: FormContent
  ending: Ending | undefined
  step: string | undefined
  to: string
  further: Further
  toGame: string | null
}

function LastWords({ content, ending, answers, step, to, further, toGame }: LastWordsProps) {
  return (
    <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-12')}>
      <Beans size={88} mood="happy" />
      <QuotedEnding content={content} ending={ending ?? { title: 'Sent', text: '' }} answers={answers}>
        {({ title, text }, quotes) => (
          <>
            <LastHeading>{title}</LastHeading>
            {step && <p className="font-strong">{step}</p>}
            <Markdown text={text} quotes={quotes} />
          </>
        )}
      </QuotedEnding>
      <p className="flex flex-wrap gap-2.5 pt-2">
        {toGame !== null && (
          <LinkButton to={toGame} variant={further === null ? 'primary' : 'plain'}>
            Back to the game
          </LinkButton>
        )}
        <LinkButton to={to} variant={further === null && toGame === null ? 'primary' : 'plain'}>
          See what you sent
        </LinkButton>
        {further !== null && (
          <LinkButton to={further.to} target={further.target} variant="primary">
            {further.label}
          </LinkButton>
        )}
      </p>
    </div>
  )
}
