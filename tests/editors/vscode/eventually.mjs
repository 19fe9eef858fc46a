/** Waits until the condition gives a true value, and returns it; throws with its name after a minute. */
export async function eventually(name, condition, { seconds = 60 } = {}) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`did not happen within ${seconds} s: ${name}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
