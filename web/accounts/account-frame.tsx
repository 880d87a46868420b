import type { ReactNode } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'

type AccountFrameProps = { title: string; intro?: ReactNode; activity: ActivityId; seed: string; children: ReactNode }

/** The layout of the sign-in screens: the form on the left, a drawn court on the right. On phones the court is above the form. */
export function AccountFrame({ title, intro, activity, seed, children }: AccountFrameProps) {
  return (
    <div className={pageFrame('wide', 'grid gap-6 pt-1 sm:pt-10 lg:grid-cols-[minmax(0,25rem)_1fr] lg:gap-20')}>
      <div className="grid content-start gap-6 max-lg:order-2 max-lg:max-w-[25rem] lg:pt-6 lg:pb-10">
        <header className="grid gap-2">
          <h1>{title}</h1>
          {intro && <p className="text-soft">{intro}</p>}
        </header>
        {children}
      </div>
      <div className="h-22 sm:h-36 lg:sticky lg:top-10 lg:h-[min(40rem,calc(100dvh-9rem))]" aria-hidden="true">
        <CourtArt activity={activity} seed={seed} className="block size-full overflow-hidden rounded-card lg:rounded-cover" />
      </div>
    </div>
  )
}
