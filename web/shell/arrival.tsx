import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useShownTitle } from './use-title.ts'

/** Whoever does not see the page change hears its title, and continues at its top instead of where the link was. */
export function Arrival() {
  const { pathname, key } = useLocation()
  const navigation = useNavigationType()
  const title = useShownTitle()
  const [said, setSaid] = useState('')
  const before = useRef({ pathname, key })
  const isAway = useRef(false)
  useEffect(() => {
    const hasMoved = before.current.pathname !== pathname
    // The first page is said by the browser. What is replaced in passing, such as a filter, is not another page.
    if (hasMoved || before.current.key !== key) isAway.current = hasMoved || navigation !== 'REPLACE'
    before.current = { pathname, key }
    if (hasMoved) document.getElementById('content')?.focus({ preventScroll: true })
    if (!isAway.current) return
    // The page may name itself anew once it knows what it shows.
    const timer = setTimeout(() => setSaid(title), 150)
    return () => clearTimeout(timer)
  }, [pathname, key, navigation, title])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
