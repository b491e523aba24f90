/** Requests to the server with the page's token. */

/** The header that every change carries. */
export function token() {
  return document.querySelector('meta[name="csrf-token"]').content;
}

/**
 * Post JSON; return the answer with its status, or null where the line is down.
 * @param {string} url
 * @param {unknown} body
 * @returns {Promise<{status: number, body: any} | null>}
 */
export function post(url, body) {
  return send(url, JSON.stringify(body), "application/json");
}

/**
 * Post bytes of a type.
 * @param {string} url
 * @param {BodyInit} body
 * @param {string} type
 */
export async function send(url, body, type) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": type, Accept: "application/json", "X-CSRFToken": token() },
      body,
    });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return null;
  }
}

/**
 * Get JSON; null where there is none.
 * @param {string} url
 */
export async function get(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
