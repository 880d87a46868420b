import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useShownTitle } from './use-title.ts'

/** For screen reader users: reads the title of the new page aloud and moves the focus to its content. */
export function PageAnnouncement() {
  const { pathname, key } = useLocation()
  const navigation = useNavigationType()
  const title = useShownTitle()
  const [announcement, setAnnouncement] = useState('')
  const previous = useRef({ pathname, key })
  const hasNavigated = useRef(false)
  useEffect(() => {
    const hasMoved = previous.current.pathname !== pathname
    // The browser announces the first page. A replaced URL, for example after a filter changed, is not a new page.
    if (hasMoved || previous.current.key !== key) hasNavigated.current = hasMoved || navigation !== 'REPLACE'
    previous.current = { pathname, key }
    if (hasMoved) document.getElementById('content')?.focus({ preventScroll: true })
    if (!hasNavigated.current) return
    // The title may change when the page has loaded its data, so we wait a moment.
    const timer = setTimeout(() => setAnnouncement(title), 150)
    return () => clearTimeout(timer)
  }, [pathname, key, navigation, title])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
