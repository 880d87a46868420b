import { joinClasses } from './class-names.ts'

/** The classes of the box that a menu, select or combo box opens. `optionClasses` is for one line in it. */
export const popoverClasses = (className?: string) =>
  joinClasses(
    'overflow-auto rounded-thumb border border-line bg-card p-1.5 shadow-card outline-none transition-[opacity,transform] duration-100',
    'data-entering:opacity-0 data-exiting:opacity-0 data-[placement=bottom]:data-entering:-translate-y-1 data-[placement=top]:data-entering:translate-y-1',
    className,
  )

export const optionClasses = (className?: string) =>
  joinClasses(
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-[7px] px-3 py-2 text-ink outline-none',
    'data-focused:bg-court-wash data-hovered:bg-court-wash data-disabled:cursor-not-allowed data-disabled:text-soft',
    'data-focus-visible:outline-none',
    className,
  )

export const scrimClasses = 'fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-entering:opacity-0 data-exiting:opacity-0'
