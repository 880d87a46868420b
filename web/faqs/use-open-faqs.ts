import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'

/** Saved with each history entry, so that Back and a reload show the same open answers. */
type HistoryState = { open: readonly string[] }

const readOpenIds = (state: unknown): readonly string[] | null =>
  typeof state === 'object' && state !== null && 'open' in state && Array.isArray(state.open) ? (state as HistoryState).open : null

const formatSearch = (typed: string) => typed.trim() && `?${new URLSearchParams({ q: typed.trim() })}`

/** Differs from the anchor in the address: otherwise the router would scroll to a question each time someone opens it. */
export const getElementId = (id: string) => `faq-${id}`

/** Keeps the open questions in the history. The address ends with the question that was opened last, so that people can share it. */
export function useOpenFaqs(isFaq: (id: string) => boolean) {
  const { hash, state, key } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const isBack = useNavigationType() === 'POP'
  const savedOpenIds = readOpenIds(state)
  const anchor = hash.slice(1)
  const open = savedOpenIds ?? (isFaq(anchor) ? [anchor] : [])

  // If someone follows a link to a question or a group, the page starts there.
  const arrival = savedOpenIds === null && anchor !== '' ? key : null
  useEffect(() => {
    if (arrival === null) return
    // A new page first sets its own focus and scroll position, so we wait one frame. After Back, the browser restores the
    // old scroll position, which we keep.
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(getElementId(anchor))
      if (!element || (isBack && scrollY > 0)) return
      element.scrollIntoView({ block: 'start' })
      const focusTarget = element.querySelector('summary') ?? element
      focusTarget.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival, anchor, isBack])

  const toggle = (id: string, isOpen: boolean, typed: string) => {
    const next = [...open.filter((other) => other !== id), ...(isOpen ? [id] : [])]
    const last = next.at(-1)
    // Opening adds a history entry, so that Back closes the answer again. Closing adds none. React renders it at once:
    // otherwise a quick Back would change nothing for React, and the answer that the browser has opened would stay open.
    void navigate(
      { search: formatSearch(typed), hash: last === undefined ? '' : `#${last}` },
      { replace: !isOpen, preventScrollReset: true, flushSync: true, state: { open: next } satisfies HistoryState },
    )
  }

  /** Saves the typed text in the address. Does nothing if the person has already followed a link. */
  const saveTyped = (typed: string) => {
    if (isLeaving) return
    void navigate(
      { search: formatSearch(typed), hash },
      { replace: true, preventScrollReset: true, state: { open } satisfies HistoryState },
    )
  }

  return { open, toggle, saveTyped }
}
