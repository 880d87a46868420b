/**
 * Waits until all color transitions have ended. During a theme change, colors belong to neither theme, and inherited colors start later. Browser
 * tests send this function to the page, so it uses nothing around it.
 */
export async function waitForColorTransitions(): Promise<void> {
  const nextFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  // A transition inside a closed <details> does not run, so it never ends.
  const isSeen = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true
  const listTransitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition && isSeen(animation))
  for (await nextFrames(); listTransitions().length > 0; await nextFrames()) {
    await Promise.allSettled(listTransitions().map(({ finished }) => finished))
  }
}
