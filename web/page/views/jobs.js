// Jobs that solve into the lake, and continue when the tab is closed.
import { ask } from "../ask.js";
import { html, signal, useEffect, useState } from "../vendor/preact.js";
import { Wrong } from "../parts/fields.js";

const PAUSE = 1000; // ms between two requests
const STATES = { waits: "waits for those before it", runs: "runs", done: "is done", failed: "failed", stopped: "was stopped" };
const jobs = signal([]); // the newest first

const look = () => ask("jobs", {}).then(({ data }) => (jobs.value = data.jobs));

/** Start a job: question takes asked. reason is why that is impossible; strong, if it is the recommended way. */
export function BeginJob({ question, asked, reason = "", strong = false, onBegun = () => {} }) {
  const [problem, setProblem] = useState(null);
  const begin = () => ask(question, asked).then(() => (setProblem(null), onBegun(), look()), setProblem);
  return html`<div class="field"><button type="button" class=${strong ? "strong" : ""} disabled=${!asked || Boolean(reason)} onClick=${begin}>Solve into the lake, in the background</button>
    <${Wrong} problem=${problem} />${reason && html`<p class="muted small about">${reason}</p>`}</div>`;
}

/** The jobs of this page: their progress, their messages, and links to their results. */
export function Jobs() {
  useEffect(() => {
    look().catch(() => {}); // other requests show whether the server is there
    const timer = setInterval(() => jobs.value.some(({ state }) => state === "waits" || state === "runs") && look().catch(() => {}), PAUSE);
    return () => clearInterval(timer);
  }, []);
  if (!jobs.value.length) return null;
  const stop = (number) => ask("stop_job", { number }).then(({ data }) => (jobs.value = data.jobs));
  return html`<section class="panel" aria-label="Jobs">
    <h2>Jobs</h2>
    <ul class="choices jobs">${jobs.value.map((job) => html`<li key=${job.number} data-job=${job.state} title=${job.command}>
      <span><strong>${job.title}</strong> ${STATES[job.state]}${job.seconds > 0 && `, ${job.seconds.toFixed(0)} s`}</span>
      ${job.state === "runs" && html`<progress aria-label=${`Done of ${job.title}`} value=${job.part}></progress>`}
      ${["waits", "runs"].includes(job.state) && html`<button type="button" onClick=${() => stop(job.number)}>Stop</button>`}
      ${job.state === "done" && html`<a href=${job.page}>Show it</a>`}
      ${job.said && html`<p class=${`small ${job.state === "failed" ? "problem" : "muted"}`}>${job.said}</p>`}</li>`)}</ul>
  </section>`;
}
