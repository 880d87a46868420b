import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type SignInCode, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { minute } from '../../domain/time/spans.ts'
import { currentSession } from '../access/queries.ts'
import { SignInError, signInWithSeatCode } from '../accounts/auth.ts'
import { loadPage } from '../accounts/return-path.ts'
import { useResendCountdown } from '../accounts/use-resend-countdown.ts'
import { holdReload } from '../busy.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useNow } from '../ui/use-now.ts'
import { sendingSeatCode } from './queries.ts'
import { dropSentCode, type SentCode } from './seat-code-store.ts'
import { type ComesNext, formatHold, formatOver, formatTimeLeft } from './seat-code-words.ts'
import { saveSeatDraft, toChoiceValues } from './seat-draft.ts'

type CodeStepProps = {
  sent: SentCode
  comesNext: ComesNext
  /** Another code was sent, or this one is refused from now on. */
  onChange: (sent: SentCode) => void
  onChangeEmail: () => void
}

const eachSecond = 1000
const codeLength = 6
const readDigits = (text: string) => text.replace(/\D/g, '').slice(0, codeLength)

/** Large digits, which are easy to compare with the email. */
const codeClasses = '[&_input]:h-14 [&_input]:text-center [&_input]:text-2xl [&_input]:font-strong [&_input]:tracking-[0.35em]'

/** Waits for the code. It is sent as soon as it is complete, and the page is loaded again for the person who is signed in then. */
export function CodeStep({ sent, comesNext, onChange, onChangeEmail }: CodeStepProps) {
  const client = useQueryClient()
  const { request, expiresAt, refusal } = sent
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isExpired = useNow(minute, expiresAt) >= expiresAt
  const isOver = isExpired || refusal !== undefined
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => holdReload(), [])
  // The field disappears with its focus. Whoever is at another button must not press this one.
  useLayoutEffect(() => {
    if (isOver && document.activeElement === document.body) again.current?.focus()
  }, [isOver])

  const redeem = useMutation({
    mutationFn: async (digits: string) => {
      try {
        await signInWithSeatCode({ eventId: request.eventId, code: digits })
      } catch (error) {
        // Another tab may have used it, and then this one shows the seat as well.
        const isSignedIn = codeOf(error) === 'CodeUsed' && (await client.fetchQuery({ ...currentSession, staleTime: 0 })).viewer
        if (isSignedIn) await loadPage(location.pathname)
        throw error
      }
      dropSentCode(request.eventId)
      if (comesNext === 'form') saveSeatDraft(request.eventId, toChoiceValues(request.choice))
      await loadPage(`${location.pathname}?welcome=true`)
    },
    onError: (error) => {
      const code = codeOf(error)
      if (code === 'TooManyWrongCodes') onChange({ ...sent, refusal: code })
      // What it held is given back, or is theirs where they used the link.
      if (code === 'CodeUsed') onChange({ ...sent, refusal: code, isHeld: false })
      field.current?.select()
    },
  })
  const type = (text: string) => {
    const digits = readDigits(text)
    setCode(digits)
    if (digits.length === codeLength && digits !== code && !redeem.isPending) redeem.mutate(digits)
  }

  return (
    <div className="grid gap-5 pt-1">
      <p>
        We sent a code to <b className="break-all">{request.email}</b>.{!isOver && ' Type it here, or open the link in the email.'}
        {!isExpired && refusal === 'TooManyWrongCodes' && ' The link in the email still works.'}
      </p>
      <p role="status" className={isOver ? 'font-medium text-warn' : 'sr-only'}>
        {isOver ? <Over sent={sent} comesNext={comesNext} /> : redeem.isPending && 'Checking the code'}
      </p>
      {!isOver && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (code.length === codeLength) redeem.mutate(code)
          }}
          className="grid gap-3"
        >
          <TextField
            ref={field}
            label="Code"
            className={codeClasses}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={(event) => type(event.target.value)}
            readOnly={redeem.isPending}
            error={codeOf(redeem.error) === 'WrongCode' ? signInMessages.WrongCode : undefined}
          />
          {redeem.error && codeOf(redeem.error) !== 'WrongCode' && (
            <ErrorNotice
              error={redeem.error}
              {...(codeOf(redeem.error) === 'NetworkError' && { message: tooFast })}
              onRetry={() => redeem.mutate(code)}
            />
          )}
          <p className="flex flex-wrap justify-between gap-x-4 text-small text-soft">
            <span>{redeem.isPending ? 'Checking the code …' : <Hold sent={sent} comesNext={comesNext} />}</span>
            <TimeLeft until={expiresAt} />
          </p>
        </form>
      )}
      <Again button={again} sent={sent} isMain={isOver} onChange={onChange} onChangeEmail={onChangeEmail} isDisabled={redeem.isPending} />
    </div>
  )
}

/** Nobody has a password here yet that they could reset. */
const tooFast = 'There were too many attempts from your network. Please wait a minute, and try again.'

const codeOf = (error: unknown): SignInCode | null => (error instanceof SignInError ? error.signInCode : null)

/** A new code can keep an older hold, which ends before the code does. */
const Hold = ({ sent, comesNext }: Pick<CodeStepProps, 'sent' | 'comesNext'>) => formatHold(sent, comesNext, useNow(minute, sent.heldUntil))

/** The seat may be held for a while after the code has stopped working, and no longer than that. */
const Over = ({ sent, comesNext }: Pick<CodeStepProps, 'sent' | 'comesNext'>) => formatOver(sent, comesNext, useNow(minute, sent.heldUntil))

/** Screen readers do not hear each second. The time at which it ends is in the sentence beside it. */
function TimeLeft({ until }: { until: number }) {
  const now = useNow(eachSecond)
  return (
    <span aria-hidden="true" className="tabular-nums">
      {formatTimeLeft(until - now)}
    </span>
  )
}

type AgainProps = { button: RefObject<HTMLButtonElement | null>; sent: SentCode; isMain: boolean; isDisabled: boolean } & Pick<
  CodeStepProps,
  'onChange' | 'onChangeEmail'
>

function Again({ button, sent: { request }, isMain, isDisabled, onChange, onChangeEmail }: AgainProps) {
  const { secondsLeft } = useResendCountdown(true)
  const send = useMutation({
    ...sendingSeatCode,
    onSuccess: (answer) => {
      onChange({ request, ...answer, sentAt: Date.now() })
      showSnackbar('We sent you a new code.')
    },
  })
  const waits = secondsLeft > 0 && !isMain
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={button}
          size="small"
          variant={isMain ? 'primary' : 'plain'}
          isPending={send.isPending}
          pendingLabel="Sending"
          disabled={waits || isDisabled}
          onClick={() => send.mutate(request)}
        >
          {waits ? `Send again in ${secondsLeft} s` : isMain ? 'Send a new code' : 'Send again'}
        </Button>
        <Button size="small" variant="quiet" disabled={isDisabled} onClick={onChangeEmail}>
          Use another email
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      <p className="text-small text-soft">Can’t find it? Check your spam folder. Only the newest code works.</p>
    </div>
  )
}
