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
import { type SentCode, toSentCode } from './seat-code-store.ts'
import { type ComesNext, formatHold, formatOver, formatTimeLeft } from './seat-code-words.ts'
import { saveSeatDraft, toChoiceValues } from './seat-draft.ts'
import { dropSentCode } from './sent-codes.ts'

type CodeStepProps = {
  sent: SentCode
  comesNext: ComesNext
  /** Another code was sent, or this one is refused from now on. */
  onChange: (sent: SentCode) => void
  onChangeEmail: () => void
  /** This browser forgets the code. */
  onStartOver: () => void
}

const eachSecond = 1000
const codeLength = 6
const readDigits = (text: string) => text.replace(/\D/g, '').slice(0, codeLength)

/** Large digits, which are easy to compare with the email. */
const codeClasses = '[&_input]:h-14 [&_input]:text-center [&_input]:text-2xl [&_input]:font-strong [&_input]:tracking-[0.35em]'

/** Waits for the code. It is sent as soon as it is complete, and the page is loaded again for the person who is signed in then. */
export function CodeStep({ sent, comesNext, onChange, onChangeEmail, onStartOver }: CodeStepProps) {
  const client = useQueryClient()
  const { eventId, email, choice, request, expiresAt, heldUntil, refusal } = sent
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // A new code can keep an older hold, which ends before the code does.
  const now = Math.max(useNow(minute, expiresAt), useNow(minute, heldUntil))
  const isExpired = now >= expiresAt
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
        await signInWithSeatCode({ eventId, code: digits })
      } catch (error) {
        // Another tab may have used it, and then this one shows the seat as well.
        const isSignedIn = codeOf(error) === 'CodeUsed' && (await client.fetchQuery({ ...currentSession, staleTime: 0 })).viewer
        if (isSignedIn) await loadPage(location.pathname)
        throw error
      }
      dropSentCode(eventId)
      if (comesNext === 'form') saveSeatDraft(eventId, toChoiceValues({ ...choice, answers: request?.choice.answers ?? {} }))
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
        We sent a code to <b className="break-all">{email}</b>.{!isOver && ' Type it here, or open the link in the email.'}
        {!isExpired && refusal === 'TooManyWrongCodes' && ' The link in the email still works.'}
      </p>
      <p role="status" className={isOver ? 'font-medium text-warn' : 'sr-only'}>
        {isOver ? formatOver(sent, comesNext, now) : redeem.isPending && 'Checking the code'}
      </p>
      {!isOver && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // Six digits send themselves, and each try counts. Enter only repeats what failed on its way.
            if (code.length === codeLength && redeem.isError && codeOf(redeem.error) !== 'WrongCode') redeem.mutate(code)
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
            <span>{redeem.isPending ? 'Checking the code …' : formatHold(sent, comesNext, now)}</span>
            <TimeLeft until={expiresAt} />
          </p>
        </form>
      )}
      <Again
        button={again}
        sent={sent}
        isMain={isOver}
        onChange={onChange}
        onChangeEmail={onChangeEmail}
        onStartOver={onStartOver}
        isDisabled={redeem.isPending}
      />
    </div>
  )
}

/** Nobody has a password here yet that they could reset. */
const tooFast = 'There were too many attempts from your network. Please wait a minute, and try again.'

const codeOf = (error: unknown): SignInCode | null => (error instanceof SignInError ? error.signInCode : null)

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
  'onChange' | 'onChangeEmail' | 'onStartOver'
>

function Again({ button, sent: { request, refusal }, isMain, isDisabled, onChange, onChangeEmail, onStartOver }: AgainProps) {
  const { secondsLeft } = useResendCountdown(true)
  const send = useMutation({
    ...sendingSeatCode,
    onSuccess: (answer, asked) => {
      onChange(toSentCode(asked, answer))
      showSnackbar('We sent you a new code.')
    },
  })
  const waits = secondsLeft > 0 && !isMain
  const isOff = isDisabled || send.isPending
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        {request && (
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
        )}
        {/* Only the tab that asked for the code knows what else it takes. */}
        {!request && isMain ? (
          <Button ref={button} size="small" variant="primary" onClick={onChangeEmail}>
            Ask for a new code
          </Button>
        ) : (
          <Button size="small" variant="quiet" disabled={isOff} onClick={onChangeEmail}>
            Use another email
          </Button>
        )}
        <Button size="small" variant="quiet" disabled={isOff} onClick={onStartOver}>
          Start over
        </Button>
      </div>
      {send.error && <ErrorNotice error={send.error} />}
      {!refusal && <p className="text-small text-soft">Can’t find it? Check your spam folder. Only the newest code works.</p>}
    </div>
  )
}
