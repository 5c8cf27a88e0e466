# Public pictures of Prod behind Varnish 6 or newer, as /etc/varnish/default.vcl, with something that terminates TLS in front; see
# "Pictures of Prod for everybody" in docs/guides/operate.md. Change the server. A test runs this file and counts the hits.
#
# The server needs LACQUER_PUBLIC_PROD_PICTURES=true, LACQUER_HOSTS=pictures.example.com, and the address of this machine in
# LACQUER_TRUST_PROXY.
vcl 4.1;

import std;

backend lacquer {
    .host = "127.0.0.1";
    .port = "8080";
    .probe = {
        .url = "/api/v2/health/ready";
        .interval = 5s;
        .timeout = 5s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    if (req.method != "GET" && req.method != "HEAD") {
        return (synth(405));
    }
    # Nothing else is here for anybody.
    if (req.url !~ "^/prod/api/v2/image/") {
        return (synth(404));
    }
    # Whoever is signed in elsewhere gets what everybody gets.
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.X-Forwarded-Host;
    set req.url = std.querysort(req.url);
    # What has expired is shown only while the server is away.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    }
    return (hash);
}

sub vcl_backend_response {
    set beresp.grace = 1d;
    # What has expired is asked for by its ETag.
    set beresp.keep = 7d;
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
}
