import { ChevronRight, Tag } from 'lucide-react'
import { Link } from 'react-router'
import { useConfig } from '../app-state.ts'

/** A banner for a current community sale. Operators switch it on in the configuration. */
export function SaleBanner() {
  const { communitySale } = useConfig().flags
  if (!communitySale) return null
  const { text, link } = communitySale
  const classes =
    'flex min-h-12 items-center gap-3 rounded-card bg-ball px-4 py-2.5 font-strong leading-snug text-on-ball hover:brightness-97'
  const content = (
    <>
      <Tag size={18} aria-hidden="true" className="flex-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      <ChevronRight size={18} aria-hidden="true" className="flex-none" />
    </>
  )
  if (link.startsWith('/')) {
    return (
      <Link to={link} className={classes}>
        {content}
      </Link>
    )
  }
  return (
    <a href={link} target="_blank" rel="noreferrer" className={classes}>
      {content}
    </a>
  )
}
