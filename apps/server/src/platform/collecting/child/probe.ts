/** Shows that a run could start here: that its code can be read under the rules that it would run under. */
import '../wire.ts';
import '@perenne/collecting/http/http';

process.exit(0);
