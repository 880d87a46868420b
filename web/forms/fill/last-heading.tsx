import { useEffect, useRef } from 'react'

/** The heading of what follows after a form was filled. It has the focus, so that screen readers read it. */
export function LastHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="outline-none wrap-anywhere">
      {children}
    </h1>
  )
}
