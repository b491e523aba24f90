// Sends what waits of runs that were left, on pages that have nothing else to do with it.

import { sendLeft } from "./left.js";

sendLeft();
