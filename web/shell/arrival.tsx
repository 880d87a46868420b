import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Whoever does not see the page change hears its title, and continues at its top instead of where the link was. */
export function Arrival() {
  const { pathname } = useLocation()
  const [said, setSaid] = useState('')
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
    // The page names itself once it is drawn.
    const timer = setTimeout(() => setSaid(document.title), 150)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
