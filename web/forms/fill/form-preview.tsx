import { useState } from 'react'
import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormContent } from '../../../domain/forms/content.ts'
import { indexContent, listFields } from '../../../domain/forms/index-content.ts'
import type { PriceFacts } from '../../../domain/forms/price-answers.ts'
import type { FormLayout } from '../../../domain/forms/settings.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerStore } from './answer-store.ts'
import { noCoupon } from './entered-coupon.ts'
import { keepKnown } from './fit-answers.ts'
import { FormBar, usePriceText } from './form-bar.tsx'
import { AnswerStoreContext, type FormFacts, FormFactsContext, useStored } from './form-context.ts'
import { nothingFolded } from './known-answers.ts'
import { PageFields } from './page-fields.tsx'
import { PageHead } from './page-head.tsx'
import { drawScreen, listScreens, type Screen } from './screens.ts'

type FormPreviewProps = { content: FormContent; pageId: string; feeBasisPoints: number; layout?: FormLayout }

type Preview = { content: FormContent; store: AnswerStore; facts: FormFacts }

function makePreview(
  content: FormContent,
  { today, feeBasisPoints }: Pick<PriceFacts, 'today' | 'feeBasisPoints'>,
  typed: RawAnswers,
): Preview {
  const index = indexContent(content)
  const first: RawAnswers = {}
  const answers = keepKnown(index, typed)
  const limits = content.pages.flatMap(listFields).flatMap(({ field }) => {
    if (!('options' in field)) return []
    const limited = field.options.flatMap(({ id, limit }): [string, number][] => (limit === null ? [] : [[id, limit]]))
    return [[field.id, new Map(limited)] as const]
  })
  return {
    content,
    store: new AnswerStore(index, today, first, { answers, email: '', idempotencyKey: '', files: [], saved: null }),
    facts: {
      payment: content.payment,
      price: { today, isMember: false, coupon: null, feeBasisPoints },
      coupon: noCoupon,
      left: new Map(limits),
      ...{ isSignedIn: false, memberOf: null, signed: [], marks: {}, children: [], uploads: null },
    },
  }
}

/** A page of a form as people will see it. It can be tried, and what is entered stays while the form is built. Nothing is sent. */
export function FormPreview({ content, pageId, feeBasisPoints, layout = 'pages' }: FormPreviewProps) {
  const [today] = useState(() => instantToLocal(Date.now(), 'UTC').date)
  const facts = { today, feeBasisPoints }
  const [preview, setPreview] = useState(() => makePreview(content, facts, {}))
  if (preview.content !== content) setPreview(makePreview(content, facts, preview.store.readAnswers()))
  const shown = { ...preview, pageId }
  return layout === 'questions' ? <QuestionPreview key={pageId} {...shown} /> : <PagePreview key={pageId} {...shown} />
}

function PagePreview({ content, store, facts, pageId }: Preview & { pageId: string }) {
  const pageIds = useStored(store, () => store.readDecision().pages.join()).split(',')
  const price = usePriceText(store, facts)
  const page = content.pages.find(({ id }) => id === pageId)
  if (!page) return null
  const at = pageIds.indexOf(pageId)
  return (
    <AnswerStoreContext value={store}>
      <FormFactsContext value={facts}>
        <div className="grid gap-6">
          <PageHead
            formTitle={content.title}
            pageTitle={page.title}
            page={at === -1 ? content.pages.indexOf(page) + 1 : at + 1}
            pages={at === -1 ? content.pages.length : pageIds.length}
            kept=""
            level={2}
          />
          {at === 0 && content.intro !== '' && <p className="whitespace-pre-line wrap-anywhere">{content.intro}</p>}
          {at === -1 ? <p className="text-soft">With these answers, this page is left out.</p> : <PageFields page={page} />}
          <FormBar price={price}>
            <Button variant="primary" disabled className="flex-1">
              {at === pageIds.length - 1 ? (price?.button ?? 'Send') : 'Continue'}
            </Button>
          </FormBar>
        </div>
      </FormFactsContext>
    </AnswerStoreContext>
  )
}

/** The questions of a page, one after the other. */
function QuestionPreview({ content, store, facts, pageId }: Preview & { pageId: string }) {
  const [wanted, setWanted] = useState('')
  const text = useStored(store, () => JSON.stringify(listScreens(content, store.readDecision(), 'questions', nothingFolded)))
  const all = JSON.parse(text) as Screen[]
  const onPage = all.filter(({ pages }) => pages.includes(pageId))
  const at = Math.max(
    0,
    onPage.findIndex(({ id }) => id === wanted),
  )
  const screen = onPage[at]
  const [before, after] = [onPage[at - 1], onPage[at + 1]]
  const place = screen ? all.indexOf(screen) : 0
  return (
    <AnswerStoreContext value={store}>
      <FormFactsContext value={facts}>
        <div className="grid gap-6">
          <PageHead
            formTitle={content.title}
            pageTitle={content.pages.find(({ id }) => id === pageId)?.title ?? ''}
            page={place + 1}
            pages={all.length}
            isByQuestion
            kept=""
            level={2}
          />
          {place === 0 && content.intro !== '' && <p className="whitespace-pre-line wrap-anywhere">{content.intro}</p>}
          {screen ? (
            drawScreen(content, screen).map((page) => <PageFields key={screen.id} page={page} />)
          ) : (
            <p className="text-soft">With these answers, nothing is asked on this page.</p>
          )}
          <FormBar price={null} isInline>
            {before && <Button onClick={() => setWanted(before.id)}>Back</Button>}
            <Button variant="primary" disabled={!after} onClick={() => after && setWanted(after.id)} className="flex-1">
              Continue
            </Button>
          </FormBar>
        </div>
      </FormFactsContext>
    </AnswerStoreContext>
  )
}
