import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageFrame } from '../ui/page-frame.tsx'

type MoneyPageFrameProps = {
  title: string
  intro: string
  /** The page from which people come. */
  back: { to: string; label: string }
  children: ReactNode
}

/** A page about what the viewer pays, with its title and the way back. */
export const MoneyPageFrame = ({ title, intro, back, children }: MoneyPageFrameProps) => (
  <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 sm:pt-8')}>
    <header className="grid gap-1">
      <Link
        to={back.to}
        className="-ml-1 inline-flex min-h-11 items-center gap-1 justify-self-start text-small font-strong text-court hover:underline"
      >
        <ChevronLeft size={17} aria-hidden="true" />
        {back.label}
      </Link>
      <h1>{title}</h1>
      <p className="max-w-[60ch] text-soft">{intro}</p>
    </header>
    {children}
  </div>
)
