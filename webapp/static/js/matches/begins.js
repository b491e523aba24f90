/** Finding a poem without the server: by its number, or by how it begins, in kana or romaji. */

/**
 * Text without what does not count: width, case, syllabary, blanks, dakuten and marks.
 * @param {string} text
 */
export function folded(text) {
  const letters = text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/**
 * Return the cards that a text finds, the one whose kimari-ji it is before the others.
 * @param {{number: number, kimariji: string, begins: string[]}[]} faces
 * @param {string} text
 * @returns {number[]}
 */
export function begins(faces, text) {
  const typed = folded(text);
  if (!typed) return [];
  if (/^\p{N}+$/u.test(typed)) return faces.filter((face) => face.number === Number(typed)).map((face) => face.number);
  const found = faces.filter((face) => [face.kimariji, ...face.begins].some((form) => folded(form).startsWith(typed)));
  const named = found.filter((face) => folded(face.kimariji) === typed);
  // おぐ and おく are one without their marks
  const exact = named.filter((face) => face.kimariji === text.trim());
  return [...new Set([...exact, ...named, ...found])].map((face) => face.number);
}
