import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Seats } from '../ui/seats.tsx'

type Step = { title: string; text: string; picture: ReactNode }

const pictureClasses = 'h-36 w-full overflow-hidden rounded-card'

const steps: readonly Step[] = [
  {
    title: 'Say what, when and where',
    text: 'The rest has good defaults. A game is published in under a minute.',
    picture: <CourtArt activity="pickleball" seed="host" className={pictureClasses} />,
  },
  {
    title: 'Share the link',
    text: 'Anyone with the link can take a seat. Who comes too late waits in line.',
    picture: (
      <svg aria-hidden="true" viewBox="0 0 240 144" className={`${pictureClasses} bg-wash`} preserveAspectRatio="xMidYMid slice">
        <path
          d="M32 28h118a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12H62l-18 14V80H32a12 12 0 0 1-12-12V40a12 12 0 0 1 12-12z"
          className="fill-card"
        />
        <rect x="34" y="42" width="30" height="24" rx="5" className="fill-court" />
        <path d="M74 48h70M74 60h44" className="stroke-soft" strokeWidth="5" strokeLinecap="round" />
        <rect x="124" y="94" width="96" height="32" rx="12" className="fill-court" />
        <path d="M142 110h60" className="stroke-card" strokeWidth="5" strokeLinecap="round" />
      </svg>
    ),
  },
  {
    title: 'See the seats fill',
    text: 'Each dot is a seat. If somebody leaves, the next in line moves up.',
    picture: (
      <span className={`${pictureClasses} grid place-items-center bg-wash`}>
        <Seats taken={7} ownSeats={1} open={4} waiting={0} />
      </span>
    ),
  },
]

/** How hosting works, in three pictures. */
export function HowToHost() {
  return (
    <section className={pageFrame('wide', 'mt-20')} aria-labelledby="how-to-host">
      <h2 id="how-to-host" className="text-[1.75rem]">
        How hosting works
      </h2>
      <ol className="mt-6 grid gap-8 sm:grid-cols-3 sm:gap-6">
        {steps.map(({ title, text, picture }) => (
          <li key={title} className="grid content-start gap-1">
            <span aria-hidden="true">{picture}</span>
            <h3 className="mt-2 text-lead font-strong">{title}</h3>
            <p className="text-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5">
        <Link to="/create" className="inline-flex min-h-11 items-center font-strong text-court hover:underline">
          Host a game
        </Link>
      </p>
    </section>
  )
}
