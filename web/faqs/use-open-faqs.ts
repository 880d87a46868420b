import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'

/** Kept with the step of history, so that Back and a reload show what was open. */
type Kept = { open: readonly string[] }

const readKept = (state: unknown): readonly string[] | null =>
  typeof state === 'object' && state !== null && 'open' in state && Array.isArray(state.open) ? (state as Kept).open : null

const searchOf = (typed: string) => typed.trim() && `?${new URLSearchParams({ q: typed.trim() })}`

/** Not the name in the address itself: the router scrolls to what is called that, also when it was only opened where it is. */
export const elementIdOf = (id: string) => `faq-${id}`

/** What is open stands in the address: the question opened last by its name, so that it can be sent to someone. */
export function useOpenFaqs(isFaq: (id: string) => boolean) {
  const { hash, state, key } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const isBack = useNavigationType() === 'POP'
  const kept = readKept(state)
  const named = hash.slice(1)
  const open = kept ?? (isFaq(named) ? [named] : [])

  // Whoever came by a link to a question or a group begins there.
  const arrival = kept === null && named !== '' ? key : null
  useEffect(() => {
    if (arrival === null) return
    // Whatever a new page does with focus and scrolling comes before; a way back has its own place on the page.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(elementIdOf(named))
      if (!element || (isBack && scrollY > 0)) return
      element.scrollIntoView({ block: 'start' })
      const stop = element.querySelector('summary') ?? element
      stop.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival, named, isBack])

  const toggle = (id: string, isOpen: boolean, typed: string) => {
    const next = [...open.filter((other) => other !== id), ...(isOpen ? [id] : [])]
    const last = next.at(-1)
    // Opening is a step one can go back from; closing is going back.
    void navigate(
      { search: searchOf(typed), hash: last === undefined ? '' : `#${last}` },
      { replace: !isOpen, preventScrollReset: true, state: { open: next } satisfies Kept },
    )
  }

  /** The typed words, beside what is open; not in the way of someone who has pressed a link meanwhile. */
  const putTyped = (typed: string) => {
    if (isLeaving) return
    void navigate({ search: searchOf(typed), hash }, { replace: true, preventScrollReset: true, state: { open } satisfies Kept })
  }

  return { open, toggle, putTyped }
}
