import type { ReactNode } from 'react'
import { useTitle } from '../shell/use-title.ts'
import { Beans } from '../ui/beans.tsx'

type ResultMessageProps = { mood?: 'plain' | 'happy' | 'sad'; title: string; text: string; links: ReactNode; children?: ReactNode }

/** What came of a payment, and where to go on. */
export function ResultMessage({ mood = 'plain', title, text, links, children }: ResultMessageProps) {
  useTitle(title)
  return (
    <div className="grid justify-items-start gap-3">
      <Beans size={88} mood={mood} />
      <h1 className="wrap-anywhere">{title}</h1>
      <p role="status" className="max-w-[52ch] text-soft">
        {text}
      </p>
      {children}
      <div className="mt-3 flex flex-wrap gap-2.5">{links}</div>
    </div>
  )
}
