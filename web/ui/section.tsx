import { type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'

type SectionProps = { title: string; intro?: ReactNode; children: ReactNode }

/** The columns of a section, also for a part of a page that has no title and stands in line with sections. */
export const sectionColumns = 'grid gap-x-12 lg:grid-cols-[minmax(0,17rem)_minmax(0,40rem)]'

/** One section of a long page: the title and intro on the left, the controls on the right, and a thin line above. */
export function Section({ title, intro, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={joinClasses(sectionColumns, 'gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-3 sm:py-10')}
    >
      <header className="grid content-start gap-1.5">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {intro && <p className="max-w-[52ch] text-small text-soft">{intro}</p>}
      </header>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}
