import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { takesAnswer } from '../../../domain/forms/fields.ts'
import type { FormLayout } from '../../../domain/forms/settings.ts'
import type { AnswerStore } from './answer-store.ts'
import { useStored } from './form-context.ts'
import type { Folded } from './known-answers.ts'
import { pageParameter } from './page-parameter.ts'
import { drawScreen, listScreens, partsOf, type Screen } from './screens.ts'

function isQuestion({ index }: AnswerStore, id: string): boolean {
  const field = index.fields.get(id)?.field
  return field !== undefined && takesAnswer(field) && field.kind !== 'group'
}

/** The screens of a form, and the one that is shown. It is in the address, so the Back button of the browser goes to the one before. */
export function useScreens(store: AnswerStore, layout: FormLayout, folded: Folded) {
  const [address, setAddress] = useSearchParams()
  const { content } = store.index
  const read = useCallback(() => listScreens(content, store.readDecision(), layout, folded), [content, store, layout, folded])
  const text = useStored(store, () => JSON.stringify(read()))
  const screens = useMemo(() => JSON.parse(text) as Screen[], [text])
  const wanted = screens.findIndex(({ id }) => id === address.get(pageParameter))
  // Nobody can jump over a page that is not right yet, for example with an old address.
  const firstOpen = screens.findIndex((screen) => partsOf(screen).some((part) => store.listFaultsOn(part).length > 0))
  const at = Math.max(0, Math.min(wanted, firstOpen === -1 ? screens.length - 1 : firstOpen))
  const screen = screens[at]
  const pages = useMemo(() => (screen ? drawScreen(content, screen) : []), [content, screen])
  const parts = useMemo(() => (screen ? partsOf(screen) : []), [screen])
  const previous = screens[at - 1]
  const goTo = (id: string) =>
    setAddress((before) => {
      const next = new URLSearchParams(before)
      next.set(pageParameter, id)
      return next
    })
  return {
    /** The question that is shown alone. It says itself what is wrong with it. The rows of a group can have several faults. */
    question: screen && isQuestion(store, screen.id) ? screen.id : null,
    ...{ at, count: screens.length, id: screen?.id ?? '', pages, parts, goTo },
    isFirst: at === 0,
    isLast: at === screens.length - 1,
    /** Null on the first one. */
    goBack: previous ? () => goTo(previous.id) : null,
    goToFirst: () => {
      const [first] = read()
      if (first) goTo(first.id)
    },
    /** The screen after this one, by the answers of this moment. */
    findNext: (): string | undefined => {
      const now = read()
      return now[now.findIndex(({ id }) => id === screen?.id) + 1]?.id
    },
    /** Goes where an answer is, if it is on another screen. */
    goToAnswer: (field: string) => {
      const page = content.pages.find(({ fields }) => fields.some(({ id }) => id === field))?.id ?? ''
      const found = screens.find((one) => one.fields?.includes(field) ?? one.pages.includes(page))
      if (found && found !== screen) goTo(found.id)
    },
  }
}
