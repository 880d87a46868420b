import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import { keepAsked } from '../../../domain/forms/decide.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import { guestParameter, resumeParameter } from '../../../domain/forms/paths.ts'
import type { SendForm, SentForm } from '../../../domain/forms/submission-contract.ts'
import { holdReload } from '../../busy.ts'
import { pageFrame } from '../../ui/page-frame.tsx'
import { checkCouponsAgain } from '../coupons.ts'
import { beginChange, beginForm, type FillableForm, type FilledPerson, type SentAnswers } from './begin-form.ts'
import { BegunNotes } from './begun-notes.tsx'
import { FaultList } from './fault-list.tsx'
import { findLeftAnswer } from './field-cell.tsx'
import { FillBar } from './fill-bar.tsx'
import { priceOf } from './form-bar.tsx'
import { AnswerStoreContext, FormFactsContext, useStored } from './form-context.ts'
import { type Kept, keepAnswers } from './keep-answers.ts'
import { countToCheck } from './known-answers.ts'
import { LaterLink } from './later-link.tsx'
import { PageFields } from './page-fields.tsx'
import { PageHead } from './page-head.tsx'
import { pageParameter } from './page-parameter.ts'
import { saveAnswers, sendForm } from './queries.ts'
import { Refused } from './refused.tsx'
import { StrangerFields } from './stranger-fields.tsx'
import { Trap } from './trap.tsx'
import { useFilesInQuestion } from './use-files-in-question.ts'
import { useFillingFacts } from './use-filling-facts.ts'
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

const keptWords = { nowhere: '', device: 'saved on this device', account: 'saved' } satisfies Record<Kept, string>

/**
 * A form, a page at a time or all at once. The page is in the address, so the Back button of the browser goes to the page before.
 */
export function FillForm(props: FillFormProps) {
  const { form, known, code, change, person = null, onSent, onOutdated } = props
  const { send = (sent) => sendForm(form.id, sent) } = props
  const [address, setAddress] = useSearchParams()
  const client = useQueryClient()
  const [guest] = useState(address.get(guestParameter))
  const [filling] = useState(() => (change ? beginChange(form, change) : beginForm(form, address, { client, known, person, guest })))
  const { store, draftKey } = filling
  const { today } = form
  const { content } = store.index
  const [isRestored, setRestored] = useState(filling.isRestored)
  const [kept, setKept] = useState<Kept>('nowhere')
  const [emailError, setEmailError] = useState<string | undefined>()
  const [isRefused, setRefused] = useState(false)
  const trap = useRef<HTMLInputElement>(null)
  const keeper = useRef<ReturnType<typeof keepAnswers> | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const faultBox = useRef<HTMLDivElement>(null)
  const { isSignedIn } = form.viewer
  const [resume] = useState(address.get(resumeParameter))
  const isForAnother = person !== null
  // Only what is behind the link can be kept there.
  const hasLink = resume !== null && form.viewer.draft !== null

  const { facts, uploads } = useFillingFacts({ form, known, code, resume: hasLink ? resume : null, guest, filling, change })
  const files = useFilesInQuestion(store, uploads)

  // Another day can have begun when the form was loaded again.
  useEffect(() => store.setToday(today), [store, today])

  const pageIds = useStored(store, () => store.readDecision().pages.join()).split(',')
  const generation = useStored(store, store.readGeneration)
  const wanted = pageIds.indexOf(address.get(pageParameter) ?? '')
  // Nobody can jump over a page that is not right yet, for example with an old address.
  const firstOpen = pageIds.findIndex((id) => store.listFaultsOn(id).length > 0)
  const at = Math.max(0, Math.min(wanted, firstOpen === -1 ? pageIds.length - 1 : firstOpen))
  const isWhole = form.layout === 'whole'
  const shownIds = isWhole ? pageIds : pageIds.slice(at, at + 1)
  const shown = content.pages.filter(({ id }) => shownIds.includes(id))
  const pageId = shownIds[0] ?? ''
  const isFirst = isWhole || at === 0
  const isLast = isWhole || at === pageIds.length - 1

  // It says how much there was to do, and does not count down.
  const [toCheck] = useState(() => countToCheck(store.index, store.readDecision(), facts.marks))

  const goTo = (id: string) => {
    setAddress((before) => {
      const next = new URLSearchParams(before)
      next.set(pageParameter, id)
      return next
    })
  }
  const focusFaults = () => requestAnimationFrame(() => faultBox.current?.focus())

  const sending = useSending({
    ...{ form, filling, facts, code, resume, guest, send, change: change ?? null, readTrap: () => trap.current?.value ?? '' },
    onSent: (sent) => {
      keeper.current?.finish()
      onSent(sent, keepAsked(store.readDecision()))
    },
    onOutdated: () => {
      void checkCouponsAgain(client, form.id)
      onOutdated()
    },
    onRefused: (refusedPage, refusedEmail) => {
      setEmailError(refusedEmail)
      if (refusedPage === null) return
      if (!shownIds.includes(refusedPage)) goTo(refusedPage)
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
      saveToAccount: isKeptOnServer
        ? (answers) => saveAnswers(form.id, { answers: { ...answers }, ...(hasLink && resume !== null && { resume }) })
        : null,
      onKept: setKept,
    })
    keeper.current = created
    return created.leave
  }, [store, draftKey, form.id, isKeptOnServer, hasLink, resume])
  useEffect(holdReload, [])

  // The first page is announced by the app. Each later one takes the focus, so that a screen reader reads its title.
  const shownPage = useRef(pageId)
  useEffect(() => {
    if (shownPage.current === pageId) return
    shownPage.current = pageId
    if (store.readFaults([pageId]).length === 0) heading.current?.focus()
  }, [pageId, store])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isBusy = sending.isPending || files.areSending || (isLast && facts.coupon.isChecking)
    if (isBusy || files.failed !== null) return
    if (store.checkPages(shownIds)) return focusFaults()
    const next = isWhole ? undefined : store.readDecision().pages[at + 1]
    if (next !== undefined) return goTo(next)
    if (store.readDecision().ending.isRefusal) return setRefused(true)
    if (!change && priceOf(store, facts)?.fault) return
    const { error } = isSignedIn || change ? { error: undefined } : readEmail(emailOf(store))
    setEmailError(error)
    if (error === undefined) sending.mutate()
    else document.getElementById('form-email')?.focus()
  }

  const startAgain = () => {
    uploads.dropAll()
    store.replace(undefined, { idempotencyKey: crypto.randomUUID() })
    keeper.current?.forget()
    setRestored(false)
    const [first] = store.readDecision().pages
    if (first !== undefined) goTo(first)
  }

  if (isRefused) {
    const decision = store.readDecision()
    return <Refused ending={decision.ending} content={content} answers={keepAsked(decision)} onBack={() => setRefused(false)} />
  }
  if (shown.length === 0) return null
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
            pageTitle={isWhole ? '' : (shown[0]?.title ?? '')}
            page={isWhole ? 1 : at + 1}
            pages={isWhole ? 1 : pageIds.length}
            kept={keptWords[kept]}
            heading={heading}
          />
          <BegunNotes
            {...{ isRestored, toCheck }}
            onStartAgain={startAgain}
            earlier={isFirst ? known.earlier : null}
            isLinkOver={resume !== null && !hasLink}
          />
          {isFirst && content.intro !== '' && <p className="whitespace-pre-line wrap-anywhere">{content.intro}</p>}
          <FaultList store={store} pages={shownIds} box={faultBox} />
          {shown.map((page) => (
            <PageFields key={`${page.id} ${generation}`} page={page} hasTitle={isWhole} />
          ))}
          {isLast && !isSignedIn && !change && (
            <StrangerFields store={store} isGuest={guest !== null} error={emailError} onTyped={() => setEmailError(undefined)} />
          )}
          {!isSignedIn && !hasLink && !change && guest === null && <LaterLink formId={form.id} code={code} store={store} />}
          {isLast && form.keepMonths !== null && <p className="text-small text-soft">{writeKept(form.keepMonths)}</p>}
          <Trap ref={trap} />
          <FillBar
            {...{ store, facts, isLast }}
            isForAnother={isForAnother}
            needsApproval={form.needsApproval && !isForAnother}
            failure={sending.error}
            isSending={sending.isPending}
            onCancel={change?.onCancel ?? null}
            files={files}
            onBack={!isFirst ? () => goTo(pageIds[at - 1] ?? '') : null}
          />
        </form>
      </FormFactsContext>
    </AnswerStoreContext>
  )
}

const writeKept = (months: number) =>
  `The answers are deleted ${months === 1 ? 'a month' : `${months} months`} after they are sent, or after their season and payments.`
