import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { keepAsked } from '../../../domain/forms/decide.ts'
import type { SendForm, SentForm } from '../../../domain/forms/fill-contract.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { formDraftDuration, formLinkDuration } from '../../../domain/forms/limits.ts'
import { guestParameter, resumeParameter } from '../../../domain/forms/paths.ts'
import { day } from '../../../domain/time/spans.ts'
import { holdReload } from '../../busy.ts'
import { pageFrame } from '../../ui/page-frame.tsx'
import { checkCouponsAgain } from '../coupons.ts'
import { isFramed } from '../embed/is-framed.ts'
import { beginChange, beginForm, type FillableForm, type FilledPerson, type SentAnswers } from './begin-form.ts'
import { BegunNotes } from './begun-notes.tsx'
import { FaultList } from './fault-list.tsx'
import { findLeftAnswer, focusAnswer } from './field-cell.tsx'
import { FillBar } from './fill-bar.tsx'
import { priceOf } from './form-bar.tsx'
import { AnswerStoreContext, FormFactsContext, useStored } from './form-context.ts'
import { type Kept, keepAnswers } from './keep-answers.ts'
import { LaterLink } from './later-link.tsx'
import { PageFields } from './page-fields.tsx'
import { PageHead } from './page-head.tsx'
import { pathOf } from './places.ts'
import { readForm, saveAnswers, sendForm } from './queries.ts'
import { Refused } from './refused.tsx'
import { sayMerged } from './say-merged.ts'
import { SentAs } from './sent-as.tsx'
import { SentEarlier } from './sent-earlier.tsx'
import { StrangerFields } from './stranger-fields.tsx'
import { Trap } from './trap.tsx'
import { useFilesInQuestion } from './use-files-in-question.ts'
import { useFillingFacts } from './use-filling-facts.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useRenewal } from './use-renewal.ts'
import { useReplacing } from './use-replacing.ts'
import { useScreens } from './use-screens.ts'
import { emailOf, readEmail, useSending } from './use-sending.ts'

type FillFormProps = {
  form: FillableForm
  /** What the account knows about the answers. */
  known: KnownAnswers
  /** Opens the form, if it needs one. */
  code: string | null
  /** The answers that are changed. Without them, the form is sent for the first time. */
  change?: SentAnswers
  /** The person for whom an organizer fills it. Then nothing of the organizer's own account is in it. */
  person?: FilledPerson | null
  send?: (sent: SendForm) => Promise<SentForm>
  /** Null if answers were changed. */
  onSent: (sent: SentForm | null, answers: RawAnswers) => void
  /** Loads the prices and the places again. */
  onOutdated: () => void
}

/** `duration` says how long the server keeps what was begun. */
const writeWhere = (kept: Kept, duration: number) =>
  ({ nowhere: '', device: 'saved on this device', account: `saved for ${duration / day} days` })[kept]

/** A form: a page at a time, a question at a time, or all at once. */
export function FillForm(props: FillFormProps) {
  const { form, code, change, person = null, onSent, onOutdated } = props
  const { send = (sent) => sendForm(form.id, sent) } = props
  const [address] = useSearchParams()
  const client = useQueryClient()
  const [guest] = useState(address.get(guestParameter))
  const [filling] = useState(() => (change ? beginChange(form, change) : beginForm(form, address, { known: props.known, person, guest })))
  const { store, draftKey } = filling
  const { today } = form
  const { content } = store.index
  const [isRestored, setRestored] = useState(filling.isRestored)
  const [kept, setKept] = useState<Kept>('nowhere')
  const [emailError, setEmailError] = useState<string | undefined>()
  const [isRefused, setRefused] = useState(false)
  const [sentBefore, setSentBefore] = useState<{ path: string; message: string } | null>(null)
  const trap = useRef<HTMLInputElement>(null)
  const keeper = useRef<ReturnType<typeof keepAnswers> | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const faultBox = useRef<HTMLDivElement>(null)
  const { isSignedIn } = form.viewer
  const [resume] = useState(address.get(resumeParameter))
  const isForAnother = person !== null
  // Only what is behind the link can be kept there.
  const hasLink = resume !== null && form.viewer.draft !== null
  // In a frame, the app does not open without a network.
  const forgetKept = useKeptForm({ id: form.id, code, resume, guest }, form, !change && !isForAnother && !isFramed())

  const { folded, known, toCheck, empty } = useRenewal(store, props.known, form.viewer.signed)
  const { facts, uploads } = useFillingFacts({ form, known, code, resume: hasLink ? resume : null, guest, filling, folded, change })
  const files = useFilesInQuestion(store, uploads)

  // Another day can have begun when the form was loaded again.
  useEffect(() => store.setToday(today), [store, today])

  const generation = useStored(store, store.readGeneration)
  const isWhole = form.layout === 'whole'
  const isByQuestion = form.layout === 'questions'
  const screen = useScreens(store, form.layout, folded)
  const { question, parts, isFirst, isLast } = screen

  const focusQuestion = () => question !== null && focusAnswer(pathOf({ field: question, group: null, row: null }))
  const focusFaults = () => requestAnimationFrame(() => (faultBox.current ? faultBox.current.focus() : focusQuestion()))

  const sending = useSending({
    ...{ form, filling, facts, code, resume, guest, send, change: change ?? null, readTrap: () => trap.current?.value ?? '' },
    onSent: (sent) => {
      keeper.current?.finish()
      forgetKept()
      onSent(sent, keepAsked(store.readDecision()))
    },
    // The key is used up, so the next form that is sent needs another one.
    onSentBefore: (before) => {
      keeper.current?.finish()
      forgetKept()
      setSentBefore(before)
    },
    onOutdated: () => {
      void checkCouponsAgain(client, form.id)
      onOutdated()
    },
    onRefused: (place, refusedEmail) => {
      setEmailError(refusedEmail)
      if (place === null) return
      screen.goToAnswer(place.group ?? place.field)
      focusFaults()
    },
  })

  // A failure is about the answers of that moment.
  const { reset: forgetFailure, isError } = sending
  const clearFailure = useEffectEvent(() => {
    if (isError && !sending.isPending) forgetFailure()
  })
  useEffect(() => {
    let answers = store.readAnswers()
    return store.subscribe(() => {
      if (store.readAnswers() === answers) return
      answers = store.readAnswers()
      clearFailure()
    })
  }, [store])

  const isKeptOnServer = hasLink || (isSignedIn && !isForAnother && !change)
  useEffect(() => {
    const created = keepAnswers({
      store,
      draftKey,
      server: isKeptOnServer
        ? {
            save: async (answers, savedAt) => {
              const link = hasLink && resume !== null && { resume }
              return (await saveAnswers(form.id, { answers: { ...answers }, savedAt, ...link })).savedAt
            },
            read: async () => (await readForm({ id: form.id, code, resume, guest })).viewer,
          }
        : null,
      onKept: setKept,
      onMerged: sayMerged,
    })
    keeper.current = created
    return created.leave
  }, [store, draftKey, form.id, isKeptOnServer, hasLink, resume, code, guest])
  useEffect(holdReload, [])

  // The first page is announced by the app. Each later one takes the focus, so that a screen reader reads its title. The keyboard of a phone stays
  // open from one question to the next.
  const shownScreen = useRef(screen.id)
  const showNext = useEffectEvent(() => {
    if (!focusQuestion() && store.readFaults(parts).length === 0) heading.current?.focus()
  })
  useEffect(() => {
    if (shownScreen.current === screen.id) return
    shownScreen.current = screen.id
    showNext()
  }, [screen.id])

  const replacing = useReplacing(store, uploads, () => keeper.current?.replaced())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isBusy = sending.isPending || files.areSending || (isLast && facts.coupon.isChecking)
    if (isBusy || files.failed !== null) return
    if (store.check(parts)) return focusFaults()
    const next = screen.findNext()
    if (next !== undefined) return screen.goTo(next)
    if (store.readDecision().ending.isRefusal) return setRefused(true)
    if (!change && priceOf(store, facts)?.fault) return
    const { error } = isSignedIn || change ? { error: undefined } : readEmail(emailOf(store))
    setEmailError(error)
    if (error === undefined) {
      replacing.settle()
      sending.mutate()
    } else document.getElementById('form-email')?.focus()
  }

  const startAgain = () => {
    replacing.replace('You started again', () => {
      store.replace(undefined, { idempotencyKey: crypto.randomUUID() })
      setRestored(false)
      screen.goToFirst()
      return () => {
        setRestored(true)
        screen.goTo(screen.id)
      }
    })
    heading.current?.focus()
  }

  if (sentBefore !== null) return <SentEarlier {...sentBefore} />
  if (isRefused) {
    const decision = store.readDecision()
    return <Refused ending={decision.ending} content={content} answers={keepAsked(decision)} onBack={() => setRefused(false)} />
  }
  if (screen.pages.length === 0) return null
  return (
    <AnswerStoreContext value={store}>
      <FormFactsContext value={facts}>
        <form
          noValidate
          aria-label={form.title}
          onSubmit={submit}
          onBlur={(event) => {
            const left = findLeftAnswer(event)
            if (left !== null) store.leave(left)
          }}
          className={pageFrame(
            'narrow',
            'flex min-h-[calc(100dvh-4rem)] flex-col gap-6 pt-4 max-sm:-mb-28 sm:min-h-0 sm:pt-9 [html:has(&)_footer]:mt-0 in-data-framed:mb-0! in-data-framed:min-h-0!',
          )}
        >
          <PageHead
            formTitle={form.title}
            pageTitle={isWhole ? '' : (screen.pages[0]?.title ?? '')}
            page={screen.at + 1}
            pages={screen.count}
            isByQuestion={isByQuestion}
            kept={writeWhere(kept, hasLink ? formLinkDuration : formDraftDuration)}
            heading={heading}
          />
          <BegunNotes
            {...{ isRestored, toCheck }}
            isMixed={filling.isMixed}
            onStartAgain={startAgain}
            earlier={isFirst ? known.earlier : null}
            onEmpty={() => {
              replacing.replace('The form is empty now', empty)
              heading.current?.focus()
            }}
            isLinkOver={resume !== null && !hasLink}
          />
          {isFirst && content.intro !== '' && <p className="whitespace-pre-line wrap-anywhere">{content.intro}</p>}
          {question === null && <FaultList store={store} parts={parts} box={faultBox} />}
          {screen.pages.map((page) => (
            <PageFields
              key={`${isByQuestion ? screen.id : page.id} ${generation}`}
              page={page}
              hasTitle={isWhole}
              hasFolded={page.fields.some(({ id }) => folded.has(id))}
            />
          ))}
          {isLast && !isSignedIn && !change && (
            <StrangerFields store={store} isGuest={guest !== null} error={emailError} onTyped={() => setEmailError(undefined)} />
          )}
          {isLast && isSignedIn && !change && <SentAs />}
          {!isSignedIn && !hasLink && !change && guest === null && <LaterLink formId={form.id} code={code} store={store} />}
          {isLast && form.keepMonths !== null && <p className="text-small text-soft">{writeKept(form.keepMonths)}</p>}
          <Trap ref={trap} />
          <FillBar
            {...{ store, facts, isLast, isByQuestion }}
            isForAnother={isForAnother}
            needsApproval={form.needsApproval && !isForAnother}
            failure={sending.error}
            isSending={sending.isPending}
            onCancel={change?.onCancel ?? null}
            files={files}
            onBack={screen.goBack}
          />
        </form>
      </FormFactsContext>
    </AnswerStoreContext>
  )
}

const writeKept = (months: number) =>
  `The answers are deleted ${months === 1 ? 'a month' : `${months} months`} after they are sent, or after their season and payments.`
